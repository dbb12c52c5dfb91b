/** What the environment says about this start. */
import { isIP } from "node:net"
import { resolve } from "node:path"
import { isLoopback, isPublicSite } from "../lib/http/site-url.ts"
import { StartFailure } from "./start-failure.ts"

export interface Settings {
  /** The repository. */
  root: string
  host: string
  port: number
  /** Database, uploads and built sites. */
  dataDir: string
  /** The public origin, when it is set. */
  siteUrl: string | null
  /** Whether others than this machine's own user can open the site. */
  isPublic: boolean
  /** The app's login on a database of one's own; null starts the embedded one. */
  databaseUrl: string | null
  /** The login for signing in and for mails there. */
  authUrl: string | null
  /** What builds log in as, a stranger that only reads; null for the app's login. */
  buildUrl: string | null
  ownerUrl: string | null
  /** Whether demo content is wanted in an empty database; null leaves it to the kind of database. */
  demo: boolean | null
  /** The address whose X-Forwarded-* headers count; `loopback` for whatever runs on this machine. */
  trustedProxy: string | null
  /** The server that mails go to; null keeps them in the outbox. */
  smtpUrl: string | null
  /** Who mails are from, when it is set. */
  mailFrom: string | null
  /** Whether people can sign in with Google. */
  hasGoogle: boolean
  /** Whether the site is built again after a change; without, it stays as this start found or built it. */
  rebuilds: boolean
  /** Where the host backs itself up to once a day, and how many of those it keeps; null for not at all. */
  backups: { folder: string; keep: number } | null
}

/** Where the data is, for scripts that need no more than that. */
export type Places = Pick<
  Settings,
  "dataDir" | "siteUrl" | "databaseUrl" | "authUrl" | "buildUrl" | "ownerUrl"
>

/** An address as it stands in a URL. */
export const urlHost = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

function portOf(value: string): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new StartFailure(
    `PORT is "${value}", which is no port: it must be a number from 0 to 65535. Start with PORT=4321, or leave it out.`,
  )
}

function originOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new StartFailure(
    `${name} is "${value}", which is no web address. Set it to the site's public origin, such as ${name}=https://example.org, or leave it out.`,
  )
}

function databaseOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value
  throw new StartFailure(
    `${name} is no Postgres address. Set it to postgres://LOGIN:PASSWORD@HOST:5432/DATABASE; for the embedded database, leave it out.`,
  )
}

function smtpOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname) return value
  throw new StartFailure(
    `${name} is no mail server's address. Set it to smtp://LOGIN:PASSWORD@HOST:587, or smtps:// for a server that speaks TLS at once (port 465), with special characters of the password percent-encoded. To keep mails in a folder instead, leave it out.`,
  )
}

function keptOf(name: string, value: string): number {
  const count = Number(value)
  if (/^\d+$/.test(value) && count > 0) return count
  throw new StartFailure(
    `${name} is "${value}", which is no number of backups. Set it to how many are kept, such as ${name}=7, or leave it out.`,
  )
}

const ADDRESS = String.raw`[^\s<>@,;]+@[^\s<>@,;]+`
const SENDER = new RegExp(`^(?:${ADDRESS}|[^<>\\r\\n]+<${ADDRESS}>)$`)

function senderOf(name: string, value: string): string {
  if (SENDER.test(value.trim())) return value.trim()
  throw new StartFailure(
    `${name} is "${value}", which is no sender. Set it to an address, such as ${name}="Daina <hello@example.org>", or leave it out.`,
  )
}

function reader(env: NodeJS.ProcessEnv) {
  return <Value>(name: string, read: (name: string, value: string) => Value) =>
    env[name] ? read(name, env[name]) : null
}

/** Reads where the data is; throws {@link StartFailure} for a value that cannot be meant. */
export function readPlaces(env: NodeJS.ProcessEnv, root: string): Places {
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

function needBoth(env: NodeJS.ProcessEnv, names: [string, string], why: string): void {
  const [set, ...others] = names.filter((name) => env[name])
  if (!set || others.length > 0) return
  const missing = names.find((name) => name !== set)
  throw new StartFailure(
    `${set} is set, but ${missing} is not. ${why}; to do without it, leave both out.`,
  )
}

function musicOf(name: string, value: string): void {
  if (value === "deezer") return
  throw new StartFailure(
    `${name} is "${value}", which is no music service that needs no key. Set ${name}=deezer, or leave it out.`,
  )
}

/** Refuses a BUILD_INTERVAL other than 0: this host builds after each change. */
function requireNoInterval(name: string, value: string): void {
  if (value === "0") return
  throw new StartFailure(
    `${name} is "${value}", but only a site on Netlify spaces its builds. Here each change is built at once: set ${name}=0, or leave it out.`,
  )
}

/** Reads the environment; throws {@link StartFailure} for a value that cannot be meant. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const ifSet = reader(env)
  const host = env.HOST || "127.0.0.1"
  const places = readPlaces(env, root)
  const isPublic = isPublicSite({ SITE_URL: places.siteUrl ?? "", HOST: host })
  // A public site that listens to this machine alone has a proxy on it: without its word on who is calling,
  // all visitors would be one, and share one limit.
  const proxy = isPublic && isLoopback(host) ? "loopback" : null
  const settings = {
    root,
    host,
    port: portOf(env.PORT || "4321"),
    ...places,
    isPublic,
    demo: ifSet("DEMO", (_, value) => value !== "0" && value !== "false"),
    trustedProxy: env.TRUSTED_PROXY || proxy,
    smtpUrl: ifSet("SMTP_URL", smtpOf),
    mailFrom: ifSet("MAIL_FROM", senderOf),
    hasGoogle: Boolean(env.GOOGLE_CLIENT_ID),
    rebuilds: env.REBUILDS !== "0",
    backups: ifSet("BACKUP_DIR", (_, folder) => ({
      folder: resolve(root, folder),
      keep: ifSet("BACKUP_KEEP", keptOf) ?? 7,
    })),
  }
  if (settings.ownerUrl && !settings.databaseUrl) {
    throw new StartFailure(
      "DATABASE_OWNER_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the app's login (role daina_app) on the same database; for the embedded database, leave both out.",
    )
  }
  if (settings.backups && settings.databaseUrl && !settings.ownerUrl) {
    throw new StartFailure(
      "BACKUP_DIR is set, but a backup needs the owner's login: set DATABASE_OWNER_URL too, or leave BACKUP_DIR out and back your database up yourself.",
    )
  }
  if (settings.databaseUrl && !settings.authUrl) {
    throw new StartFailure(
      "DATABASE_URL is set, but AUTH_DATABASE_URL is not. Set it to the login for signing in (role daina_auth, with a password of its own) on the same database; with DATABASE_OWNER_URL set as well, the start makes that role.",
    )
  }
  needBoth(
    env,
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    "Signing in with Google needs both, from the credentials page of the Google Cloud project",
  )
  needBoth(
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
    needBoth(env, [bot, chat], "Suggestions go to Telegram by a bot, into a chat that it is in")
  }
  if (env[channel]) {
    needBoth(env, [bot, channel], "New events are posted to Telegram by a bot that may post there")
  }
  ifSet("MUSIC_PROVIDER", musicOf)
  ifSet("BUILD_INTERVAL", requireNoInterval)
  return settings
}
