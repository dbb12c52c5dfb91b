import { afterEach, beforeEach, expect, test, vi } from "vitest"

const EVENT = "2b0c5f0e-0000-4000-8000-000000000001"
const ATTENDEE = { id: "mari", name: "Mari" }
const OTHER_ATTENDEE = { id: "juta", name: "Juta" }
const ignoreSent = () => undefined

/** Creates a replacement for localStorage. As in browsers, entries are properties of the object. */
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

const fetchMock = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const createProblem = (status: number, code: string) =>
  Response.json({ status, code, title: code }, { status })
const failOffline = async () => {
  throw new TypeError("Failed to fetch")
}

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("localStorage", makeStorage())
  vi.stubGlobal("fetch", fetchMock)
  fetchMock.mockReset().mockImplementation(failOffline)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads the module again, as in another tab or at a later visit. */
async function openTab() {
  vi.resetModules()
  return await import("./check-ins.ts")
}

/** Returns the ids of the sign-ups for which a check-in was sent. */
const listSent = () => fetchMock.mock.calls.map(([path]) => path.split("/").at(-1))

test("a check-in that was made offline is sent at a later visit", async () => {
  const offlineTab = await openTab()
  offlineTab.checkIn(EVENT, ATTENDEE, true, ignoreSent)
  await vi.advanceTimersByTimeAsync(0)
  fetchMock.mockImplementation(async () => Response.json({}))
  const laterTab = await openTab()
  expect(Object.keys(laterTab.$unsent.get()[EVENT] ?? {})).toEqual(["mari"])
  const stop = laterTab.startCheckIns(ignoreSent)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  expect(laterTab.$unsent.get()[EVENT]).toEqual({})
  expect(Object.keys(localStorage)).toEqual([])
})

test.each([
  [403, "forbidden"],
  [404, "not_found"],
  [422, "invalid"],
])(
  "a check-in rejected with %i is reported until the next try, and does not block other check-ins",
  async (status, code) => {
    const { checkIn, startCheckIns, $unsent, $refused } = await openTab()
    checkIn(EVENT, ATTENDEE, true, ignoreSent)
    checkIn(EVENT, OTHER_ATTENDEE, true, ignoreSent)
    await vi.advanceTimersByTimeAsync(0)
    fetchMock.mockReset()
    fetchMock.mockImplementation(async (path) =>
      path.endsWith("mari") ? createProblem(status, code) : Response.json({}),
    )
    const stop = startCheckIns(ignoreSent)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(listSent()).toEqual(["mari", "juta"])
    expect($unsent.get()[EVENT]).toEqual({})
    expect($refused.get()).toEqual([{ event: EVENT, signup: "mari", name: "Mari", code }])
    checkIn(EVENT, ATTENDEE, true, ignoreSent)
    expect($refused.get()).toEqual([])
  },
)

test.each([
  [401, "sign_in_required"],
  [429, "rate_limited"],
  [503, "database_unavailable"],
])("a check-in that failed temporarily with %i is sent again", async (status, code) => {
  fetchMock.mockImplementation(async () => createProblem(status, code))
  const { checkIn, startCheckIns, $unsent, $refused } = await openTab()
  checkIn(EVENT, ATTENDEE, true, ignoreSent)
  const stop = startCheckIns(ignoreSent)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(listSent()).toEqual(["mari", "mari"])
  expect(Object.keys($unsent.get()[EVENT] ?? {})).toEqual(["mari"])
  fetchMock.mockImplementation(async () => Response.json({}))
  await vi.advanceTimersByTimeAsync(16_000)
  stop()
  expect([$unsent.get()[EVENT], $refused.get()]).toEqual([{}, []])
})

test("two tabs do not overwrite each other's check-ins", async () => {
  const firstTab = await openTab()
  const secondTab = await openTab()
  firstTab.checkIn(EVENT, ATTENDEE, true, ignoreSent)
  secondTab.checkIn(EVENT, OTHER_ATTENDEE, true, ignoreSent)
  const laterTab = await openTab()
  expect(Object.keys(laterTab.$unsent.get()[EVENT] ?? {}).sort()).toEqual(["juta", "mari"])
})

test("a tab takes over the check-ins of another tab", async () => {
  const { $unsent, startCheckIns } = await openTab()
  const stop = startCheckIns(ignoreSent)
  const storeInOtherTab = (newValue: string | null) => {
    const key = `daina:check-in:${EVENT}:mari`
    page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }))
  }
  storeInOtherTab("2026-05-01T10:00:00.000Z")
  expect($unsent.get()[EVENT]).toEqual({ mari: "2026-05-01T10:00:00.000Z" })
  storeInOtherTab("")
  expect($unsent.get()[EVENT]).toEqual({ mari: null })
  storeInOtherTab(null)
  expect($unsent.get()[EVENT]).toEqual({})
  stop()
})

test("the last of several taps on an attendee is stored", async () => {
  const { checkIn, $unsent } = await openTab()
  const response = Promise.withResolvers<Response>()
  fetchMock.mockReturnValue(response.promise)
  checkIn(EVENT, ATTENDEE, true, ignoreSent)
  checkIn(EVENT, ATTENDEE, false, ignoreSent)
  response.resolve(Response.json({}))
  await vi.advanceTimersByTimeAsync(0)
  expect($unsent.get()[EVENT]).toEqual({ mari: null })
})

test("a log-out removes the check-ins of the member", async () => {
  const { checkIn, startCheckIns, $unsent } = await openTab()
  const { setSession } = await import("../../../../session/session.ts")
  setSession({ status: "signed-in", user: { id: "a", email: "a@example.org" }, role: "user" })
  const stop = startCheckIns(ignoreSent)
  checkIn(EVENT, ATTENDEE, true, ignoreSent)
  setSession({ status: "signed-out", isDeliberate: true })
  expect([$unsent.get()[EVENT], Object.keys(localStorage)]).toEqual([{}, []])
  stop()
})

test("check-ins that another member left on the device are not sent", async () => {
  const formerTab = await openTab()
  let session = await import("../../../../session/session.ts")
  const logIn = (id: string) =>
    session.setSession({ status: "signed-in", user: { id, email: `${id}@x` }, role: "user" })
  logIn("a")
  formerTab.checkIn(EVENT, ATTENDEE, true, ignoreSent)

  fetchMock.mockImplementation(async () => Response.json({}))
  const currentTab = await openTab()
  session = await import("../../../../session/session.ts")
  logIn("b")
  fetchMock.mockClear()
  currentTab.startCheckIns(ignoreSent)()
  await vi.advanceTimersByTimeAsync(0)
  expect([currentTab.$unsent.get()[EVENT], listSent()]).toEqual([{}, []])
  currentTab.checkIn(EVENT, OTHER_ATTENDEE, true, ignoreSent)
  await vi.advanceTimersByTimeAsync(0)
  expect(listSent()).toEqual(["juta"])
})
