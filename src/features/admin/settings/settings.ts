/** The rows of the settings screen: each is a state that was probed, by the server or here, or the setting in force. */
import * as z from "zod/mini"
import type { MessageKey, MessageValues } from "../../../i18n/keys.ts"
import {
  type CallError,
  callFor,
  createFetcherStore,
  createQuery,
  type Loadable,
} from "../../../islands/query.ts"
import { CHOSEN_MAX_BYTES } from "../../../ui/pictures/shrink-picture.ts"

const probe = z.object({ ok: z.boolean(), ms: z.number() })

const serverSettings = z.object({
  database: probe,
  authentication: probe,
  storage: probe,
  row_level_security: probe,
  password_min: z.number(),
  mail: z.enum(["smtp", "outbox", "none"]),
  /** Those that were given up. */
  mails_failed: z.number(),
  google: z.boolean(),
  telegram: z.boolean(),
})

export type ServerSettings = z.infer<typeof serverSettings>

export interface Readings {
  server: Loadable<ServerSettings>
  /** Milliseconds until both answered. */
  live: Loadable<number>
}

/** Live updates are the session, read anew every 30 s, and the version of the built site. */
async function readLive(): Promise<number> {
  const began = performance.now()
  await Promise.all([
    callFor("/build.json", z.object({ version: z.number() }), { cache: "no-store" }),
    callFor("/api/auth/session", z.unknown(), { cache: "no-store" }),
  ])
  return Math.round(performance.now() - began)
}

const ONCE = { onErrorRetry: null, revalidateOnFocus: false }

export const $server = createQuery("/api/admin/settings", serverSettings, ONCE)
export const $live = createFetcherStore<number, CallError>("live", { fetcher: readLive, ...ONCE })

export interface SettingRow {
  label: MessageKey
  /** Works or is on; is off, rightly; does not work; is being checked. */
  state: "good" | "off" | "bad" | "checking"
  text: MessageKey
  detail?: { key: MessageKey; values?: MessageValues }
}

export interface SettingGroup {
  title: MessageKey
  rows: SettingRow[]
}

type Probed = "database" | "authentication" | "storage" | "row_level_security"

type State = Omit<SettingRow, "label">

/** A row that depends on a reading, until it is there and when it does not come. */
function rowOf<Data>(
  label: MessageKey,
  reading: Loadable<Data>,
  read: (data: Data) => State,
  onFailed?: State,
): SettingRow {
  if (reading.status === "ready") return { label, ...read(reading.data) }
  if (reading.status === "loading") {
    return { label, state: "checking", text: "admin:settings.checking" }
  }
  const detail = { key: `errors:problems.${reading.failure.code}` as const }
  return { label, state: "bad", text: "admin:settings.unknown", detail, ...onFailed }
}

const good = (name: Probed | "live", ms: number): State => ({
  state: "good",
  text: `admin:settings.rows.${name}.good`,
  detail: { key: "admin:settings.took", values: { ms } },
})

const bad = (name: Probed | "live"): State => ({
  state: "bad",
  text: `admin:settings.rows.${name}.bad`,
  detail: { key: `admin:settings.rows.${name}.todo` },
})

/** No answer for want of the database says that much of it. */
const knownDown = (name: Probed, server: Loadable<ServerSettings>): State | undefined =>
  name === "database" &&
  server.status === "failed" &&
  server.failure.code === "database_unavailable"
    ? bad(name)
    : undefined

const probed = (name: Probed, server: Loadable<ServerSettings>): SettingRow =>
  rowOf(
    `admin:settings.rows.${name}.label`,
    server,
    (settings) => (settings[name].ok ? good(name, settings[name].ms) : bad(name)),
    knownDown(name, server),
  )

/** How emails leave, and whether people get them. */
function mailRow({ mail, mails_failed }: ServerSettings): State {
  const isFailing = mail === "smtp" && mails_failed > 0
  return {
    state: mail === "smtp" && !isFailing ? "good" : "bad",
    text: `admin:settings.rows.mail.${mail}`,
    detail: isFailing
      ? { key: "admin:settings.rows.mail.failed", values: { count: mails_failed } }
      : { key: `admin:settings.rows.mail.${mail}Detail` },
  }
}

const fixed = (
  name: "verification" | "registration" | "role" | "teams" | "moderation" | "video",
  state: "good" | "off",
): SettingRow => ({
  label: `admin:settings.rows.${name}.label`,
  state,
  text: `admin:settings.rows.${name}.value`,
  detail: { key: `admin:settings.rows.${name}.detail` },
})

/** All rows in their groups, as far as they are known. */
export function settingGroups({ server, live }: Readings): SettingGroup[] {
  const isSet = (name: "google" | "telegram") =>
    rowOf(`admin:settings.rows.${name}.label`, server, (settings) => ({
      state: settings[name] ? "good" : "off",
      text: settings[name] ? "admin:settings.on" : "admin:settings.notSet",
      detail: { key: `admin:settings.rows.${name}.${settings[name] ? "detail" : "todo"}` },
    }))
  return [
    {
      title: "admin:settings.groups.system",
      rows: [
        probed("database", server),
        probed("authentication", server),
        probed("storage", server),
        rowOf("admin:settings.rows.live.label", live, (ms) => good("live", ms), bad("live")),
      ],
    },
    {
      title: "admin:settings.groups.security",
      rows: [
        probed("row_level_security", server),
        fixed("verification", "good"),
        rowOf("admin:settings.rows.password.label", server, ({ password_min }) => ({
          state: "good",
          text: "admin:settings.rows.password.value",
          detail: { key: "admin:settings.rows.password.detail", values: { count: password_min } },
        })),
      ],
    },
    {
      title: "admin:settings.groups.users",
      rows: [fixed("registration", "good"), fixed("role", "good"), fixed("teams", "good")],
    },
    {
      title: "admin:settings.groups.content",
      rows: [
        fixed("moderation", "off"),
        fixed("video", "good"),
        {
          label: "admin:settings.rows.upload.label",
          state: "good",
          text: "admin:settings.rows.upload.value",
          detail: {
            key: "admin:settings.rows.upload.detail",
            values: { megabytes: CHOSEN_MAX_BYTES / 1_000_000 },
          },
        },
      ],
    },
    {
      title: "admin:settings.groups.services",
      rows: [
        rowOf("admin:settings.rows.mail.label", server, mailRow),
        isSet("google"),
        isSet("telegram"),
      ],
    },
  ]
}
