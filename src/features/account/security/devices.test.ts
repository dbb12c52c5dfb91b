import { beforeEach, expect, test, vi } from "vitest"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeNoContent, makeProblem, serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { $devices, type Device, endDevice, endOtherDevices } from "./devices.ts"

const makeDevice = (overrides: Partial<Device>): Device => ({
  id: "d1",
  user_agent: null,
  method: "password",
  created_at: "2026-03-01T10:00:00.000Z",
  last_seen_at: "2026-03-02T10:00:00.000Z",
  is_current: false,
  ...overrides,
})

const CURRENT = makeDevice({ id: "here", is_current: true })
const PHONE = makeDevice({ id: "phone" })
const TABLET = makeDevice({ id: "tablet" })

beforeEach(() => startSignedOut($devices))

const getIds = (devices: Device[]) => devices.map(({ id }) => id)

function listShownIds() {
  const state = $devices.get()
  if (state.status !== "ready") throw new Error(state.status)
  const { all, isEnding } = state.data
  return { ids: getIds(all), ending: getIds(all.filter(isEnding)) }
}

async function openDevices(responders: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/account/sessions": () => Response.json({ sessions: [PHONE, CURRENT, TABLET] }),
    ...responders,
  })
  watch($devices)
  signIn()
  await vi.waitFor(() => expect($devices.get().status).toBe("ready"))
  return calls
}

test("the current device is listed first, and a device is removed when it is logged out", async () => {
  await openDevices({ "DELETE /api/account/sessions/phone": makeNoContent })
  const ending = endDevice("phone", "Chrome")
  expect(listShownIds()).toEqual({ ids: ["here", "phone", "tablet"], ending: ["phone"] })
  await ending
  expect(listShownIds()).toEqual({ ids: ["here", "tablet"], ending: [] })
  expect($toasts.get()).toMatchObject([{ title: "security:devices.ended" }])
})

test("a device is removed from the list if its session has already ended", async () => {
  await openDevices({
    "DELETE /api/account/sessions/phone": () => makeProblem("not_found", 404),
  })
  await endDevice("phone", "Chrome")
  expect(listShownIds().ids).toEqual(["here", "tablet"])
})

test("a device that cannot be logged out stays, and a toast shows the reason", async () => {
  await openDevices({
    "DELETE /api/account/sessions/phone": () => makeProblem("database_unavailable", 503),
  })
  await endDevice("phone", "Chrome")
  expect(listShownIds()).toEqual({ ids: ["here", "phone", "tablet"], ending: [] })
  expect($toasts.get()).toMatchObject([{ text: "errors:problems.database_unavailable" }])
})

test("one call logs out all other devices", async () => {
  const calls = await openDevices({ "DELETE /api/account/sessions": makeNoContent })
  const ending = endOtherDevices()
  expect(listShownIds().ending).toEqual(["phone", "tablet"])
  await ending
  expect(listShownIds()).toEqual({ ids: ["here"], ending: [] })
  expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1)
})
