/** postgresql.conf for a small server that one application speaks to. */

const COMMON = [
  "listen_addresses = '127.0.0.1'",
  // A socket's path may be too long for the system, or lie where the account may not write.
  "unix_socket_directories = ''",
  "max_connections = 50",
  "shared_buffers = '64MB'",
  "max_wal_size = '256MB'",
  "min_wal_size = '32MB'",
  // Short statements: compiling them takes longer than running them.
  "jit = off",
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  "lc_messages = 'C'",
  // A refused duplicate is everyday; the statement that caused it may hold personal data.
  "log_min_messages = fatal",
  "log_min_error_statement = panic",
  "password_encryption = 'scram-sha-256'",
]

// A cluster for tests is thrown away: losing it in a crash of the machine costs nothing.
const THROWAWAY = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]

/** The file's text. */
export const configuration = (port: number, durable: boolean) =>
  `# Written at each start by netlify/host; a change here is lost.\n${[
    `port = ${port}`,
    ...COMMON,
    ...(durable ? [] : THROWAWAY),
  ].join("\n")}\n`
