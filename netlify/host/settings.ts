/** Reads the environment variables of the host. docs/operations.md describes them. */
import { isIP } from "node:net"
import { resolve } from "node:path"
import { readWebhooks } from "../lib/discord/webhooks.ts"
import { isLoopback, isPublicSite } from "../lib/http/site-url.ts"
import { StartFailure } from "./start-failure.ts"

export const toUrlHost = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

/** Creates a function that returns its value if it is valid, and otherwise throws {@link StartFailure}. */
const createValidator =
  (isValid: (value: string) => boolean, message: (name: string, value: string) => string) =>
  (name: string, value: string): string => {
    if (isValid(value)) return value
    throw new StartFailure(message(name, value))
  }

const isUrl = (value: string, scheme: RegExp, isComplete: (url: URL) => unknown = () => true) => {
  const url = URL.parse(value)
  return url !== null && scheme.test(url.protocol) && Boolean(isComplete(url))
}

const validatePort = createValidator(
  (value) => /^\d+$/.test(value) && Number(value) <= 65_535,
  (name, value) =>
    `${name} is "${value}", which is not a port. Set it to a number from 0 to 65535, or remove it.`,
)

const validateSiteUrl = createValidator(
  (value) => isUrl(value, /^https?:$/),
  (name, value) =>
    `${name} is "${value}", which is not a web address. Set it to the site's public origin, such as ${name}=https://example.org, or remove it.`,
)

const validateDatabaseUrl = createValidator(
  (value) => isUrl(value, /^postgres(ql)?:$/, ({ pathname }) => pathname.length > 1),
  (name) =>
    `${name} is not a Postgres URL. Set it to postgres://LOGIN:PASSWORD@HOST:5432/DATABASE, or remove it to use the embedded database.`,
)

const validateSmtpUrl = createValidator(
  (value) => isUrl(value, /^smtps?:$/, ({ hostname }) => hostname),
  (name) =>
    `${name} is not the address of a mail server. Set it to smtp://LOGIN:PASSWORD@HOST:587, or to smtps:// for TLS from the start (port 465). Percent-encode special characters of the password. Remove it to store emails in a folder instead.`,
)

const validateBackupCount = createValidator(
  (value) => /^\d+$/.test(value) && Number(value) > 0,
  (name, value) =>
    `${name} is "${value}", which is not a number of backups. Set it to how many are kept, such as ${name}=7, or remove it.`,
)

const EMAIL_PATTERN = String.raw`[^\s<>@,;]+@[^\s<>@,;]+`
/** Matches an address, or a name with an address in angle brackets. */
const SENDER_PATTERN = new RegExp(`^(?:${EMAIL_PATTERN}|[^<>\\r\\n]+<${EMAIL_PATTERN}>)$`)

const validateSender = createValidator(
  (value) => SENDER_PATTERN.test(value.trim()),
  (name, value) =>
    `${name} is "${value}", which is not a sender. Set it to an address, such as ${name}="Daina <hello@example.org>", or remove it.`,
)

const validateMusicProvider = createValidator(
  (value) => value === "deezer",
  (name, value) =>
    `${name} is "${value}", which is not a supported music service. Set ${name}=deezer, or remove it.`,
)

const validateWebhooks = createValidator(
  (value) => readWebhooks(value) !== null,
  (name) =>
    `${name} has an invalid entry. Write COUNTRY/LANGUAGE=URL for each webhook, separated by spaces: ${name}="lv/lv=https://discord.com/api/webhooks/… all/en=https://…". Each pair of country and language may occur once.`,
)

const validateBuildInterval = createValidator(
  (value) => value === "0",
  (name, value) =>
    `${name} is "${value}", but builds can be delayed only on Netlify. Here each change is built at once: set ${name}=0, or remove it.`,
)

/** The returned function returns null for a setting that is missing or empty. */
const createSettingReader =
  (env: NodeJS.ProcessEnv) =>
  (name: string, validate: (name: string, value: string) => string = (_, value) => value) =>
    env[name] ? validate(name, env[name]) : null

export function readDataSettings(env: NodeJS.ProcessEnv, root: string) {
  const readIfSet = createSettingReader(env)
  const siteUrl = readIfSet("SITE_URL", validateSiteUrl)
  return {
    dataDir: resolve(root, env.DATA_DIR || ".data"),
    siteUrl: siteUrl && new URL(siteUrl).origin,
    /** Null if the site uses the embedded database. */
    databaseUrl: readIfSet("DATABASE_URL", validateDatabaseUrl),
    authUrl: readIfSet("AUTH_DATABASE_URL", validateDatabaseUrl),
    /** Null if builds use the role of DATABASE_URL. */
    buildUrl: readIfSet("BUILD_DATABASE_URL", validateDatabaseUrl),
    /** Needed to migrate an external database or to back it up. */
    ownerUrl: readIfSet("DATABASE_OWNER_URL", validateDatabaseUrl),
  }
}
export type DataSettings = ReturnType<typeof readDataSettings>

/** Throws {@link StartFailure} if only one of the two settings is set. */
function requireBoth(env: NodeJS.ProcessEnv, names: [string, string], reason: string): void {
  const [presentName, ...otherNames] = names.filter((name) => env[name])
  if (!presentName || otherNames.length > 0) return
  const missingName = names.find((name) => name !== presentName)
  throw new StartFailure(
    `${presentName} is set, but ${missingName} is not. ${reason}. Set both or none.`,
  )
}

export type Settings = ReturnType<typeof readSettings>

/** Throws {@link StartFailure} for an invalid value. */
export function readSettings(env: NodeJS.ProcessEnv, root: string) {
  const readIfSet = createSettingReader(env)
  const host = env.HOST || "127.0.0.1"
  const dataSettings = readDataSettings(env, root)
  const isPublic = isPublicSite({ SITE_URL: dataSettings.siteUrl ?? "", HOST: host })
  // Without the header of the proxy on this machine, all visitors would share one rate limit.
  const proxy = isPublic && isLoopback(host) ? "loopback" : null
  const backupFolder = readIfSet("BACKUP_DIR")
  const settings = {
    host,
    port: Number(validatePort("PORT", env.PORT || "4321")),
    ...dataSettings,
    isPublic,
    /** Null if `DEMO` is not set. */
    demo: env.DEMO ? env.DEMO !== "0" && env.DEMO !== "false" : null,
    /** X-Forwarded-* headers of this proxy are used. `loopback` means any proxy on this machine. */
    trustedProxy: env.TRUSTED_PROXY || proxy,
    /** Null if emails are stored in a folder instead of being sent. */
    smtpUrl: readIfSet("SMTP_URL", validateSmtpUrl),
    hasGoogle: Boolean(env.GOOGLE_CLIENT_ID),
    /** Whether changes of content start builds. Tests turn these builds off. */
    rebuilds: env.REBUILDS !== "0",
    /** `keep` is the number of backups to keep; null for no backups. */
    backups: backupFolder
      ? {
          folder: resolve(root, backupFolder),
          keep: Number(readIfSet("BACKUP_KEEP", validateBackupCount) ?? 7),
        }
      : null,
  }
  if (settings.ownerUrl && !settings.databaseUrl) {
    throw new StartFailure(
      "DATABASE_OWNER_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the role daina_app on the same database, or remove both to use the embedded database.",
    )
  }
  if (settings.backups && settings.databaseUrl && !settings.ownerUrl) {
    throw new StartFailure(
      "BACKUP_DIR is set, but a backup needs the owner of the database. Set DATABASE_OWNER_URL too, or remove BACKUP_DIR and back up your database yourself.",
    )
  }
  if (settings.databaseUrl && !settings.authUrl) {
    throw new StartFailure(
      "DATABASE_URL is set, but AUTH_DATABASE_URL is not. Set it to the role daina_auth, with another password, on the same database: only this role may read sessions and passwords. If DATABASE_OWNER_URL is set too, the start creates the role.",
    )
  }
  requireBoth(
    env,
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    "Log-in with Google needs both, from the credentials page of the Google Cloud project",
  )
  requireBoth(
    env,
    ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
    "Music from Spotify needs both, from the app's page in Spotify's developer dashboard",
  )
  const [bot, chat, channel] = [
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_CHAT_ID",
    "TELEGRAM_CHANNEL_ID",
  ] as const
  // A bot that only posts in the channel needs no chat.
  if (env[chat] || !env[channel]) {
    requireBoth(
      env,
      [bot, chat],
      "Suggestions are sent to Telegram by a bot that is a member of the chat",
    )
  }
  if (env[channel]) {
    requireBoth(
      env,
      [bot, channel],
      "New events are posted to Telegram by a bot that may post in the channel",
    )
  }
  readIfSet("MAIL_FROM", validateSender)
  readIfSet("MUSIC_PROVIDER", validateMusicProvider)
  readIfSet("BUILD_INTERVAL", validateBuildInterval)
  readIfSet("DISCORD_WEBHOOKS", validateWebhooks)
  return settings
}
