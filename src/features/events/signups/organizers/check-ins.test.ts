import { afterEach, beforeEach, expect, test, vi } from "vitest"

const EVENT = "2b0c5f0e-0000-4000-8000-000000000001"
const ATTENDEE = { id: "mari", name: "Mari" }
const OTHER_ATTENDEE = { id: "juta", name: "Juta" }
const nothing = () => undefined

/** As in browsers, entries are properties of the object. */
const makeStorage = (): Record<string, string> =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const refuse = (status: number, code: string) =>
  Response.json({ status, code, title: code }, { status })
const offline = async () => {
  throw new TypeError("Failed to fetch")
}

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("localStorage", makeStorage())
  vi.stubGlobal("fetch", fetched)
  fetched.mockReset().mockImplementation(offline)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Each call is another tab or a later visit. */
async function openTab() {
  vi.resetModules()
  return await import("./check-ins.ts")
}

const sentTo = () => fetched.mock.calls.map(([path]) => path.split("/").at(-1))

test("a check-in without a connection is sent at a later visit", async () => {
  const first = await openTab()
  first.checkIn(EVENT, ATTENDEE, true, nothing)
  await vi.advanceTimersByTimeAsync(0)
  fetched.mockImplementation(async () => Response.json({}))
  const later = await openTab()
  expect(Object.keys(later.$unsent.get()[EVENT] ?? {})).toEqual(["mari"])
  const stop = later.startCheckIns(nothing)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  expect(later.$unsent.get()[EVENT]).toEqual({})
  expect(Object.keys(localStorage)).toEqual([])
})

test.each([
  [403, "forbidden"],
  [404, "not_found"],
  [422, "invalid"],
])(
  "a check-in rejected with %i is reported, and does not block the next check-in",
  async (status, code) => {
    const { checkIn, startCheckIns, $unsent, $refused } = await openTab()
    checkIn(EVENT, ATTENDEE, true, nothing)
    checkIn(EVENT, OTHER_ATTENDEE, true, nothing)
    await vi.advanceTimersByTimeAsync(0)
    fetched.mockReset()
    fetched.mockImplementation(async (path) =>
      path.endsWith("mari") ? refuse(status, code) : Response.json({}),
    )
    const stop = startCheckIns(nothing)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(sentTo()).toEqual(["mari", "juta"])
    expect($unsent.get()[EVENT]).toEqual({})
    expect($refused.get()).toEqual([{ event: EVENT, signup: "mari", name: "Mari", code }])
    checkIn(EVENT, ATTENDEE, true, nothing)
    expect($refused.get()).toEqual([])
  },
)

test.each([
  [401, "sign_in_required"],
  [429, "rate_limited"],
  [503, "database_unavailable"],
])("a check-in answered with %i is sent again", async (status, code) => {
  fetched.mockImplementation(async () => refuse(status, code))
  const { checkIn, startCheckIns, $unsent, $refused } = await openTab()
  checkIn(EVENT, ATTENDEE, true, nothing)
  const stop = startCheckIns(nothing)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(sentTo()).toEqual(["mari", "mari"])
  expect(Object.keys($unsent.get()[EVENT] ?? {})).toEqual(["mari"])
  fetched.mockImplementation(async () => Response.json({}))
  await vi.advanceTimersByTimeAsync(16_000)
  stop()
  expect([$unsent.get()[EVENT], $refused.get()]).toEqual([{}, []])
})

test("a tab keeps the check-ins of another tab", async () => {
  const firstTab = await openTab()
  const secondTab = await openTab()
  firstTab.checkIn(EVENT, ATTENDEE, true, nothing)
  secondTab.checkIn(EVENT, OTHER_ATTENDEE, true, nothing)
  const later = await openTab()
  expect(Object.keys(later.$unsent.get()[EVENT] ?? {}).sort()).toEqual(["juta", "mari"])
})

test("a tab shows and sends the check-ins of another tab", async () => {
  const { $unsent, startCheckIns } = await openTab()
  const stop = startCheckIns(nothing)
  const change = (newValue: string | null) => {
    const key = `daina:check-in:${EVENT}:mari`
    page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }))
  }
  change("2026-05-01T10:00:00.000Z")
  expect($unsent.get()[EVENT]).toEqual({ mari: "2026-05-01T10:00:00.000Z" })
  change("")
  expect($unsent.get()[EVENT]).toEqual({ mari: null })
  change(null)
  expect($unsent.get()[EVENT]).toEqual({})
  stop()
})

test("the last of several taps on an attendee is stored", async () => {
  const { checkIn, $unsent } = await openTab()
  const response = Promise.withResolvers<Response>()
  fetched.mockReturnValue(response.promise)
  checkIn(EVENT, ATTENDEE, true, nothing)
  checkIn(EVENT, ATTENDEE, false, nothing)
  response.resolve(Response.json({}))
  await vi.advanceTimersByTimeAsync(0)
  expect($unsent.get()[EVENT]).toEqual({ mari: null })
})

test("a log-out removes the check-ins of the member", async () => {
  const { checkIn, startCheckIns, $unsent } = await openTab()
  const { setSession } = await import("../../../../session/session.ts")
  setSession({ status: "signed-in", user: { id: "a", email: "a@example.org" }, role: "user" })
  const stop = startCheckIns(nothing)
  checkIn(EVENT, ATTENDEE, true, nothing)
  setSession({ status: "signed-out", isDeliberate: true })
  expect([$unsent.get()[EVENT], Object.keys(localStorage)]).toEqual([{}, []])
  stop()
})

test("check-ins that a former member left on the device are not sent", async () => {
  const former = await openTab()
  let session = await import("../../../../session/session.ts")
  const enter = (id: string) =>
    session.setSession({ status: "signed-in", user: { id, email: `${id}@x` }, role: "user" })
  enter("a")
  former.checkIn(EVENT, ATTENDEE, true, nothing)

  fetched.mockImplementation(async () => Response.json({}))
  const present = await openTab()
  session = await import("../../../../session/session.ts")
  enter("b")
  fetched.mockClear()
  present.startCheckIns(nothing)()
  await vi.advanceTimersByTimeAsync(0)
  expect([present.$unsent.get()[EVENT], sentTo()]).toEqual([{}, []])
  present.checkIn(EVENT, OTHER_ATTENDEE, true, nothing)
  await vi.advanceTimersByTimeAsync(0)
  expect(sentTo()).toEqual(["juta"])
})
