import { expect, test } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createReadings, type Readings, type ServerSettings } from "./readings.ts"
import { settingGroups } from "./rows.ts"

const works = { ok: true, ms: 4 }

const settings: ServerSettings = {
  database: works,
  authentication: works,
  storage: { ok: false, ms: 5000 },
  row_level_security: works,
  password_min: 6,
  mail: "none",
  google: false,
  telegram: true,
}

const rowsOf = (readings: Readings) => settingGroups(readings).flatMap(({ rows }) => rows)

const stateOf = (readings: Readings, name: string) =>
  rowsOf(readings).find(({ label }) => label === `admin:settings.rows.${name}.label`)

const answer = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

test("until they are answered, probed rows are being checked; a fixed setting is just there", () => {
  const readings: Readings = { server: { status: "checking" }, live: { status: "checking" } }
  expect(stateOf(readings, "database")?.state).toBe("checking")
  expect(stateOf(readings, "live")?.state).toBe("checking")
  expect(stateOf(readings, "moderation")).toMatchObject({ state: "off" })
})

test("each probe speaks for itself, and one that failed says what to do", () => {
  const readings: Readings = {
    server: { status: "read", value: settings },
    live: { status: "read", value: 30 },
  }
  expect(stateOf(readings, "database")).toMatchObject({
    state: "good",
    text: "admin:settings.rows.database.good",
    detail: { values: { ms: 4 } },
  })
  expect(stateOf(readings, "storage")).toMatchObject({
    state: "bad",
    detail: { key: "admin:settings.rows.storage.todo" },
  })
  expect(stateOf(readings, "mail")?.state).toBe("bad")
  expect(stateOf(readings, "google")?.state).toBe("off")
  expect(stateOf(readings, "telegram")?.state).toBe("good")
})

test("a server that cannot be asked leaves its rows unknown, with the reason", async () => {
  const { $readings, check } = createReadings({
    server: async () => failed("database_unavailable"),
    live: async () => answer(20),
  })
  await check()
  expect(stateOf($readings.get(), "database")).toMatchObject({
    state: "bad",
    text: "admin:settings.unknown",
    detail: { key: "errors:problems.database_unavailable" },
  })
  expect(stateOf($readings.get(), "live")?.state).toBe("good")
})

test("of two checks at once the later counts", async () => {
  const answers: ((answer: Answer<number>) => void)[] = []
  const { $readings, check } = createReadings({
    server: async () => answer(settings),
    live: () => new Promise((resolve) => answers.push(resolve)),
  })
  const checks = [check(), check()]
  answers[1]?.(answer(2))
  answers[0]?.(failed("unreachable"))
  await Promise.all(checks)
  expect($readings.get().live).toEqual({ status: "read", value: 2 })
})
