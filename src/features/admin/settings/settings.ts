import * as z from "zod/mini"
import type { MessageKey, MessageValues } from "../../../i18n/keys.ts"
import {
  type CallError,
  callOrThrow,
  createFetcherStore,
  createQuery,
  type Loadable,
} from "../../../islands/query.ts"
import { MAX_CHOSEN_BYTES } from "../../../ui/pictures/shrink-picture.ts"

/** The result of a check and its duration in milliseconds. */
const probe = z.object({ ok: z.boolean(), ms: z.number() })

const serverSettings = z.object({
  database: probe,
  authentication: probe,
  storage: probe,
  row_level_security: probe,
  password_min: z.number(),
  mail: z.enum(["smtp", "outbox", "none"]),
  mails_failed: z.number(),
  google: z.boolean(),
  telegram: z.boolean(),
})

export type ServerSettings = z.infer<typeof serverSettings>

/** Results of the checks. `requestsMs` is the duration of two parallel requests of this browser in milliseconds. */
export interface Readings {
  server: Loadable<ServerSettings>
  requestsMs: Loadable<number>
}

async function measureRequests(): Promise<number> {
  const began = performance.now()
  await Promise.all([
    callOrThrow("/build.json", z.object({ version: z.number() }), { cache: "no-store" }),
    callOrThrow("/api/auth/session", z.unknown(), { cache: "no-store" }),
  ])
  return Math.round(performance.now() - began)
}

/** Disables retries and the refetch on focus. The member repeats checks with a button. */
const NO_REFETCH = { onErrorRetry: null, revalidateOnFocus: false }

export const $server = createQuery("/api/admin/settings", serverSettings, NO_REFETCH)
export const $requestsMs = createFetcherStore<number, CallError>("live", {
  fetcher: measureRequests,
  ...NO_REFETCH,
})

export interface SettingRow {
  label: MessageKey
  /** State of the setting. `good`: it works or is on. `off`: it is off or not set up. `bad`: it does not work. */
  state: "good" | "off" | "bad" | "checking"
  text: MessageKey
  detail?: { key: MessageKey; values?: MessageValues | undefined }
}

export interface SettingGroup {
  title: MessageKey
  rows: SettingRow[]
}

type ProbeName = "database" | "authentication" | "storage" | "row_level_security"

type RowState = Omit<SettingRow, "label">

function createRow<Data>(
  label: MessageKey,
  reading: Loadable<Data>,
  read: (data: Data) => RowState,
  onFailed?: RowState,
): SettingRow {
  if (reading.status === "ready") return { label, ...read(reading.data) }
  if (reading.status === "loading") {
    return { label, state: "checking", text: "admin:settings.checking" }
  }
  const detail = { key: `errors:problems.${reading.failure.code}` as const }
  return { label, state: "bad", text: "admin:settings.unknown", detail, ...onFailed }
}

const createGoodState = (name: ProbeName | "live", ms: number): RowState => ({
  state: "good",
  text: `admin:settings.rows.${name}.good`,
  detail: { key: "admin:settings.took", values: { ms } },
})

const createBadState = (name: ProbeName | "live"): RowState => ({
  state: "bad",
  text: `admin:settings.rows.${name}.bad`,
  detail: { key: `admin:settings.rows.${name}.todo` },
})

const getDatabaseFailure = (
  name: ProbeName,
  server: Loadable<ServerSettings>,
): RowState | undefined =>
  name === "database" &&
  server.status === "failed" &&
  server.failure.code === "database_unavailable"
    ? createBadState(name)
    : undefined

const createProbeRow = (name: ProbeName, server: Loadable<ServerSettings>): SettingRow =>
  createRow(
    `admin:settings.rows.${name}.label`,
    server,
    (settings) =>
      settings[name].ok ? createGoodState(name, settings[name].ms) : createBadState(name),
    getDatabaseFailure(name, server),
  )

function getMailState({ mail, mails_failed }: ServerSettings): RowState {
  const isFailing = mail === "smtp" && mails_failed > 0
  return {
    state: mail === "smtp" && !isFailing ? "good" : "bad",
    text: `admin:settings.rows.mail.${mail}`,
    detail: isFailing
      ? { key: "admin:settings.rows.mail.failed", values: { count: mails_failed } }
      : { key: `admin:settings.rows.mail.${mail}Detail` },
  }
}

/** Creates the row of a setting that is the same on every site. */
const createFixedRow = (
  name: "verification" | "registration" | "role" | "teams" | "moderation" | "video" | "upload",
  state: "good" | "off",
  values?: MessageValues,
): SettingRow => ({
  label: `admin:settings.rows.${name}.label`,
  state,
  text: `admin:settings.rows.${name}.value`,
  detail: { key: `admin:settings.rows.${name}.detail`, values },
})

const createGroup = (
  name: "system" | "security" | "users" | "content" | "services",
  rows: SettingRow[],
): SettingGroup => ({ title: `admin:settings.groups.${name}`, rows })

export function createSettingGroups({ server, requestsMs }: Readings): SettingGroup[] {
  const createServiceRow = (name: "google" | "telegram") =>
    createRow(`admin:settings.rows.${name}.label`, server, (settings) => ({
      state: settings[name] ? "good" : "off",
      text: settings[name] ? "admin:settings.on" : "admin:settings.notSet",
      detail: { key: `admin:settings.rows.${name}.${settings[name] ? "detail" : "todo"}` },
    }))
  return [
    createGroup("system", [
      createProbeRow("database", server),
      createProbeRow("authentication", server),
      createProbeRow("storage", server),
      createRow(
        "admin:settings.rows.live.label",
        requestsMs,
        (ms) => createGoodState("live", ms),
        createBadState("live"),
      ),
    ]),
    createGroup("security", [
      createProbeRow("row_level_security", server),
      createFixedRow("verification", "good"),
      createRow("admin:settings.rows.password.label", server, ({ password_min }) => ({
        state: "good",
        text: "admin:settings.rows.password.value",
        detail: { key: "admin:settings.rows.password.detail", values: { count: password_min } },
      })),
    ]),
    createGroup("users", [
      createFixedRow("registration", "good"),
      createFixedRow("role", "good"),
      createFixedRow("teams", "good"),
    ]),
    createGroup("content", [
      createFixedRow("moderation", "off"),
      createFixedRow("video", "good"),
      createFixedRow("upload", "good", { megabytes: MAX_CHOSEN_BYTES / 1_000_000 }),
    ]),
    createGroup("services", [
      createRow("admin:settings.rows.mail.label", server, getMailState),
      createServiceRow("google"),
      createServiceRow("telegram"),
    ]),
  ]
}
