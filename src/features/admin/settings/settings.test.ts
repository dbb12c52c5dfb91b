import { expect, test } from "vitest"
import { createFailure } from "../../../shared/call.ts"
import { createSettingGroups, type Readings, type ServerSettings } from "./settings.ts"

const workingProbe = { ok: true, ms: 4 }

const settings: ServerSettings = {
  database: workingProbe,
  authentication: workingProbe,
  storage: { ok: false, ms: 5000 },
  row_level_security: workingProbe,
  password_min: 6,
  mail: "none",
  mails_failed: 0,
  google: false,
  telegram: true,
}

const findRow = (readings: Readings, name: string) =>
  createSettingGroups(readings)
    .flatMap(({ rows }) => rows)
    .find(({ label }) => label === `admin:settings.rows.${name}.label`)

test(`rows with a probe are "checking" while the probe runs, and rows of fixed settings are not`, () => {
  const readings: Readings = { server: { status: "loading" }, requestsMs: { status: "loading" } }
  expect(findRow(readings, "database")?.state).toBe("checking")
  expect(findRow(readings, "live")?.state).toBe("checking")
  expect(findRow(readings, "moderation")).toMatchObject({ state: "off" })
})

test("rows show the results of the checks, and a failed probe shows what to do", () => {
  const readings: Readings = {
    server: { status: "ready", data: settings },
    requestsMs: { status: "ready", data: 30 },
  }
  expect(findRow(readings, "database")).toMatchObject({
    state: "good",
    text: "admin:settings.rows.database.good",
    detail: { values: { ms: 4 } },
  })
  expect(findRow(readings, "storage")).toMatchObject({
    state: "bad",
    detail: { key: "admin:settings.rows.storage.todo" },
  })
  expect(findRow(readings, "mail")?.state).toBe("bad")
  expect(findRow(readings, "google")?.state).toBe("off")
  expect(findRow(readings, "telegram")?.state).toBe("good")
})

test("the email row is good only if SMTP is set up and no email has failed", () => {
  const getMailRow = (overrides: Partial<ServerSettings>) => {
    const server = { status: "ready", data: { ...settings, ...overrides } } as const
    return findRow({ server, requestsMs: { status: "loading" } }, "mail")
  }
  expect(getMailRow({ mail: "smtp" })?.state).toBe("good")
  expect(getMailRow({ mail: "smtp", mails_failed: 3 })).toMatchObject({
    state: "bad",
    detail: { values: { count: 3 } },
  })
  expect(getMailRow({ mail: "outbox" })?.state).toBe("bad")
})

test("if the database is unavailable, its row shows what to do, and the state of the storage is unknown", () => {
  const { failure } = createFailure("database_unavailable")
  const readings: Readings = {
    server: { status: "failed", failure },
    requestsMs: { status: "ready", data: 20 },
  }
  expect(findRow(readings, "database")).toMatchObject({
    state: "bad",
    text: "admin:settings.rows.database.bad",
    detail: { key: "admin:settings.rows.database.todo" },
  })
  expect(findRow(readings, "storage")).toMatchObject({
    state: "bad",
    text: "admin:settings.unknown",
    detail: { key: "errors:problems.database_unavailable" },
  })
  expect(findRow(readings, "live")?.state).toBe("good")
})
