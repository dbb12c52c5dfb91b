import { beforeEach, expect, test, vi } from "vitest"
import { NO_CONTENT, problem, serve, signIn, watch } from "../account/fixtures.ts"
import { setSession } from "../session/session.ts"
import { createDevices, type Device } from "./devices.ts"

const makeDevice = (changes: Partial<Device> = {}): Device => ({
  id: "d1",
  user_agent: null,
  method: "password",
  created_at: "2026-03-01T10:00:00.000Z",
  last_seen_at: "2026-03-02T10:00:00.000Z",
  is_current: false,
  ...changes,
})

const HERE = makeDevice({ id: "here", is_current: true })
const PHONE = makeDevice({ id: "phone" })
const TABLET = makeDevice({ id: "tablet" })

beforeEach(() => {
  vi.unstubAllGlobals()
  setSession({ status: "loading" })
})

async function openDevices(answers: Parameters<typeof serve>[0]) {
  const asked = serve({
    "GET /api/account/sessions": () => Response.json({ sessions: [PHONE, HERE, TABLET] }),
    ...answers,
  })
  const { $devices, ...actions } = createDevices()
  watch($devices)
  signIn()
  await vi.waitFor(() => expect($devices.get().status).toBe("ready"))
  const shown = () => {
    const state = $devices.get()
    if (state.status !== "ready") throw new Error(state.status)
    return { ids: state.devices.map(({ id }) => id), ending: state.ending }
  }
  return { ...actions, shown, asked }
}

test("this device comes first, then whichever was used last", async () => {
  const { shown } = await openDevices({})
  expect(shown().ids).toEqual(["here", "phone", "tablet"])
})

test("a device that is ended is busy first, then gone", async () => {
  const { end, shown } = await openDevices({ "DELETE /api/account/sessions/phone": NO_CONTENT })
  const ending = end("phone")
  expect(shown()).toEqual({ ids: ["here", "phone", "tablet"], ending: ["phone"] })
  expect(await ending).toBeNull()
  expect(shown()).toEqual({ ids: ["here", "tablet"], ending: [] })
})

test("one that had ended by itself is gone too", async () => {
  const { end, shown } = await openDevices({})
  expect(await end("phone")).toBeNull()
  expect(shown().ids).toEqual(["here", "tablet"])
})

test("one that cannot be ended stays, and says why", async () => {
  const { end, shown } = await openDevices({
    "DELETE /api/account/sessions/phone": () => problem("database_unavailable", 503),
  })
  expect(await end("phone")).toMatchObject({ code: "database_unavailable" })
  expect(shown()).toEqual({ ids: ["here", "phone", "tablet"], ending: [] })
})

test("two can be ended at once", async () => {
  const { end, shown } = await openDevices({
    "DELETE /api/account/sessions/phone": NO_CONTENT,
    "DELETE /api/account/sessions/tablet": NO_CONTENT,
  })
  await Promise.all([end("phone"), end("tablet")])
  expect(shown()).toEqual({ ids: ["here"], ending: [] })
})

test("all others end by one call", async () => {
  const { endOthers, shown, asked } = await openDevices({
    "DELETE /api/account/sessions": NO_CONTENT,
  })
  const ending = endOthers()
  expect(shown().ending).toEqual(["phone", "tablet"])
  expect(await ending).toBeNull()
  expect(shown()).toEqual({ ids: ["here"], ending: [] })
  expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(1)
})

test("a list that was asked for before does not bring an ended device back", async () => {
  const late = Promise.withResolvers<Response>()
  const answers = [Response.json({ sessions: [HERE, PHONE] }), late.promise]
  const { load, end, shown } = await openDevices({
    "GET /api/account/sessions": () => answers.shift() ?? problem("internal", 500),
    "DELETE /api/account/sessions/phone": NO_CONTENT,
  })
  const loading = load()
  await end("phone")
  late.resolve(Response.json({ sessions: [HERE, PHONE] }))
  await loading
  expect(shown().ids).toEqual(["here"])
})
