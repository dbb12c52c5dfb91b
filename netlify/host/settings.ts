/** Reads the settings of the host from environment variables. */
import { isIP } from "node:net"
import { resolve } from "node:path"
import { isLoopback, isPublicSite } from "../lib/http/site-url.ts"
import { StartFailure } from "./start-failure.ts"

export interface Settings {
  /** The folder of the repository. */
  root: string
  host: string
  port: number
  /** The folder of the database, uploads and built sites. */
  dataDir: string
  /** The public origin; null when SITE_URL is not set. */
  siteUrl: string | null
  /** Whether other machines can open the site. */
  isPublic: boolean
  /** The app's login on an external database; null starts the embedded one. */
  databaseUrl: string | null
  /** The login daina_auth, which may read and write sessions, passwords and emails. */
  authUrl: string | null
  /** The read-only login of builds; null for the app's login. */
  buildUrl: string | null
  /** The owner's login, which migrates an external database. */
  ownerUrl: string | null
  /** Whether to load demo content into an empty database; null for the default. */
  demo: boolean | null
  /** The address of the proxy whose X-Forwarded-* headers are used; `loopback` for any on this machine. */
  trustedProxy: string | null
  /** The mail server; null stores emails in a folder. */
  smtpUrl: string | null
  /** The sender of emails; null for the default. */
  mailFrom: string | null
  /** Whether log-in with Google is offered. */
  hasGoogle: boolean
  /** Whether changes are built. Tests turn it off. */
  rebuilds: boolean
  /** The folder of daily backups, and how many are kept; null for no backups. */
  backups: { folder: string; keep: number } | null
}

/** The settings that say where the data is. Scripts need only these. */
export type DataSettings = Pick<
  Settings,
  "dataDir" | "siteUrl" | "databaseUrl" | "authUrl" | "buildUrl" | "ownerUrl"
>

/** Returns an address as the host of a URL. */
export const urlHost = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

function portOf(value: string): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new StartFailure(
    `PORT is "${value}", which is not a port. Set it to a number from 0 to 65535, or remove it.`,
  )
}

function originOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new StartFailure(
    `${name} is "${value}", which is not a web address. Set it to the site's public origin, such as ${name}=https://example.org, or remove it.`,
  )
}

function databaseOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value
  throw new StartFailure(
    `${name} is not a Postgres address. Set it to postgres://LOGIN:PASSWORD@HOST:5432/DATABASE, or remove it to use the embedded database.`,
  )
}

function smtpOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname) return value
  throw new StartFailure(
    `${name} is not the address of a mail server. Set it to smtp://LOGIN:PASSWORD@HOST:587, or to smtps:// for TLS from the start (port 465). Percent-encode special characters of the password. Remove it to store emails in a folder instead.`,
  )
}

function backupCountOf(name: string, value: string): number {
  const count = Number(value)
  if (/^\d+$/.test(value) && count > 0) return count
  throw new StartFailure(
    `${name} is "${value}", which is not a number of backups. Set it to how many are kept, such as ${name}=7, or remove it.`,
  )
}

const ADDRESS = String.raw`[^\s<>@,;]+@[^\s<>@,;]+`
const SENDER = new RegExp(`^(?:${ADDRESS}|[^<>\\r\\n]+<${ADDRESS}>)$`)

function senderOf(name: string, value: string): string {
  if (SENDER.test(value.trim())) return value.trim()
  throw new StartFailure(
    `${name} is "${value}", which is not a sender. Set it to an address, such as ${name}="Daina <hello@example.org>", or remove it.`,
  )
}

function reader(env: NodeJS.ProcessEnv) {
  return <Value>(name: string, read: (name: string, value: string) => Value) =>
    env[name] ? read(name, env[name]) : null
}

/** Reads the settings that say where the data is; throws {@link StartFailure} for an invalid value. */
export function readDataSettings(env: NodeJS.ProcessEnv, root: string): DataSettings {
  const ifSet = reader(env)
  return {
    dataDir: resolve(root, env.DATA_DIR || ".data"),
    siteUrl: ifSet("SITE_URL", originOf),
    databaseUrl: ifSet("DATABASE_URL", databaseOf),
    authUrl: ifSet("AUTH_DATABASE_URL", databaseOf),
    buildUrl: ifSet("BUILD_DATABASE_URL", databaseOf),
    ownerUrl: ifSet("DATABASE_OWNER_URL", databaseOf),
  }
}

function requireBoth(env: NodeJS.ProcessEnv, names: [string, string], why: string): void {
  const [set, ...others] = names.filter((name) => env[name])
  if (!set || others.length > 0) return
  const missing = names.find((name) => name !== set)
  throw new StartFailure(`${set} is set, but ${missing} is not. ${why}. Set both or none.`)
}

function requireMusicProvider(name: string, value: string): void {
  if (value === "deezer") return
  throw new StartFailure(
    `${name} is "${value}", which is not a supported music service. Set ${name}=deezer, or remove it.`,
  )
}

/** Throws for a BUILD_INTERVAL other than 0, because this host builds after each change. */
function requireNoInterval(name: string, value: string): void {
  if (value === "0") return
  throw new StartFailure(
    `${name} is "${value}", but only Netlify spaces builds. Here each change is built at once: set ${name}=0, or remove it.`,
  )
}

/** Reads all settings; throws {@link StartFailure} for an invalid value. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const ifSet = reader(env)
  const host = env.HOST || "127.0.0.1"
  const dataSettings = readDataSettings(env, root)
  const isPublic = isPublicSite({ SITE_URL: dataSettings.siteUrl ?? "", HOST: host })
  // A public site that listens on loopback has a proxy on this machine. Without the proxy's header, all visitors
  // would have the same address and share one rate limit.
  const proxy = isPublic && isLoopback(host) ? "loopback" : null
  const settings = {
    root,
    host,
    port: portOf(env.PORT || "4321"),
    ...dataSettings,
    isPublic,
    demo: ifSet("DEMO", (_, value) => value !== "0" && value !== "false"),
    trustedProxy: env.TRUSTED_PROXY || proxy,
    smtpUrl: ifSet("SMTP_URL", smtpOf),
    mailFrom: ifSet("MAIL_FROM", senderOf),
    hasGoogle: Boolean(env.GOOGLE_CLIENT_ID),
    rebuilds: env.REBUILDS !== "0",
    backups: ifSet("BACKUP_DIR", (_, folder) => ({
      folder: resolve(root, folder),
      keep: ifSet("BACKUP_KEEP", backupCountOf) ?? 7,
    })),
  }
  if (settings.ownerUrl && !settings.databaseUrl) {
    throw new StartFailure(
      "DATABASE_OWNER_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the app's login (role daina_app) on the same database, or remove both to use the embedded database.",
    )
  }
  if (settings.backups && settings.databaseUrl && !settings.ownerUrl) {
    throw new StartFailure(
      "BACKUP_DIR is set, but a backup needs the owner's login. Set DATABASE_OWNER_URL too, or remove BACKUP_DIR and back up your database yourself.",
    )
  }
  if (settings.databaseUrl && !settings.authUrl) {
    throw new StartFailure(
      "DATABASE_URL is set, but AUTH_DATABASE_URL is not. Set it to the login of sessions and passwords (role daina_auth, with another password) on the same database. If DATABASE_OWNER_URL is set too, the start creates the role.",
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
  ifSet("MUSIC_PROVIDER", requireMusicProvider)
  ifSet("BUILD_INTERVAL", requireNoInterval)
  return settings
}
