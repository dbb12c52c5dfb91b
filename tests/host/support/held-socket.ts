/** Opens a listening socket that stays open while the host restarts, like a systemd socket unit. */
import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { createInterface } from "node:readline"
import { listen } from "../../../netlify/host/listening.ts"
import { makePlainEnvironment } from "./started-host.ts"

// Starts the program with the open socket for each line of input, as systemd does (sd_listen_fds(3)).
const STARTER_SCRIPT = `
while read -r _; do
  (echo "@started $BASHPID"; LISTEN_FDS=1 LISTEN_PID=$BASHPID exec "$@" </dev/null) &
  wait $!
  echo "@ended $?"
done`

export async function holdSocket(
  env: Record<string, string>,
  cwd = process.cwd(),
  address = "127.0.0.1",
) {
  const server = createServer()
  const port = await listen(server, 0, address)
  // Node has no public way to get the file descriptor of a server.
  const { fd } = Reflect.get(server, "_handle")
  const program = [process.execPath, "netlify/host/main.ts"]
  const child: ChildProcess = spawn("bash", ["-c", STARTER_SCRIPT, "holder", ...program], {
    cwd,
    env: { ...makePlainEnvironment(), PORT: String(port), ...env },
    stdio: ["pipe", "pipe", "pipe", fd],
  })
  // This process must not accept connections itself.
  server.close()
  let output = ""
  const events = {
    started: Promise.withResolvers<number>(),
    ended: Promise.withResolvers<number>(),
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on("line", (line) => {
      const [, event, number] = /^@(started|ended) (\d+)$/.exec(line) ?? []
      if (event === "started" || event === "ended") events[event].resolve(Number(number))
      else output += `${line}\n`
    })
  }
  let pid = 0
  return {
    port,
    async start(): Promise<void> {
      events.started = Promise.withResolvers()
      events.ended = Promise.withResolvers()
      child.stdin?.write("\n")
      pid = await events.started.promise
    },
    /** Stops the host with SIGTERM and returns its exit code. New connections wait for the next start. */
    async stop(): Promise<number> {
      process.kill(pid, "SIGTERM")
      return events.ended.promise
    },
    waitForExit: () => events.ended.promise,
    getOutput: () => output,
    close: () => void child.stdin?.end(),
  }
}

export type HeldSocket = Awaited<ReturnType<typeof holdSocket>>
