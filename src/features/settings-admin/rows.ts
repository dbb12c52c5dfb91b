/** The rows of the settings screen: each is a state that was probed, or the setting in force. */
import type { MessageKey, MessageValues } from "../../i18n/keys.ts"
import { CHOSEN_MAX_BYTES } from "../../ui/shrink-picture.ts"
import type { Reading, Readings, ServerSettings } from "./readings.ts"

export interface SettingRow {
  label: MessageKey
  /** Works or is on; is off, rightly; does not work; is being asked. */
  state: "good" | "off" | "bad" | "checking"
  text: MessageKey
  detail?: { key: MessageKey; values?: MessageValues }
}

export interface SettingGroup {
  title: MessageKey
  rows: SettingRow[]
}

type Probed = "database" | "authentication" | "storage" | "row_level_security"

const took = (ms: number) => ({ key: "admin:settings.took" as const, values: { ms } })

/** A row that depends on the server's answer, until it is there and when it does not come. */
function serverRow(
  label: MessageKey,
  server: Reading<ServerSettings>,
  read: (settings: ServerSettings) => Omit<SettingRow, "label">,
): SettingRow {
  if (server.status === "checking") {
    return { label, state: "checking", text: "admin:settings.checking" }
  }
  if (server.status === "failed") {
    const detail = { key: `errors:problems.${server.failure.code}` as const }
    return { label, state: "bad", text: "admin:settings.unknown", detail }
  }
  return { label, ...read(server.value) }
}

const probed = (name: Probed, server: Reading<ServerSettings>): SettingRow =>
  serverRow(`admin:settings.rows.${name}.label`, server, (settings) => {
    const { ok, ms } = settings[name]
    if (ok) return { state: "good", text: `admin:settings.rows.${name}.good`, detail: took(ms) }
    const detail = { key: `admin:settings.rows.${name}.todo` as const }
    return { state: "bad", text: `admin:settings.rows.${name}.bad`, detail }
  })

function liveRow({ live }: Readings): SettingRow {
  const label = "admin:settings.rows.live.label"
  if (live.status === "checking") {
    return { label, state: "checking", text: "admin:settings.checking" }
  }
  if (live.status === "failed") {
    const detail = { key: "admin:settings.rows.live.todo" as const }
    return { label, state: "bad", text: "admin:settings.rows.live.bad", detail }
  }
  return { label, state: "good", text: "admin:settings.rows.live.good", detail: took(live.value) }
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
export function settingGroups(readings: Readings): SettingGroup[] {
  const { server } = readings
  const isSet = (name: "google" | "telegram") =>
    serverRow(`admin:settings.rows.${name}.label`, server, (settings) => ({
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
        liveRow(readings),
      ],
    },
    {
      title: "admin:settings.groups.security",
      rows: [
        probed("row_level_security", server),
        fixed("verification", "good"),
        serverRow("admin:settings.rows.password.label", server, ({ password_min }) => ({
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
        serverRow("admin:settings.rows.mail.label", server, ({ mail }) => ({
          state: mail === "none" ? "bad" : "good",
          text: `admin:settings.rows.mail.${mail}`,
          detail: { key: `admin:settings.rows.mail.${mail}Detail` },
        })),
        isSet("google"),
        isSet("telegram"),
      ],
    },
  ]
}
