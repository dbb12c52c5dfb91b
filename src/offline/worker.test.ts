import { beforeEach, expect, test, vi } from "vitest"
import { LOCALES } from "../i18n/locales.ts"
import { type WorkerScope, worker } from "./worker.ts"

const ORIGIN = "http://site.test"

/** Fake cache storage. As in browsers, code that opened a cache before its deletion can still write to it. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, entries)
    const getKey = (key: string | Request) =>
      new URL(typeof key === "string" ? key : key.url, ORIGIN).href
    return {
      match: async (key: string | Request) => entries.get(getKey(key))?.clone(),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (key: string | Request) => entries.delete(getKey(key)),
      async addAll(keys: Iterable<string>) {
        for (const key of keys) entries.set(getKey(key), await answerRequest(key))
      },
      async put(key: string, response: Response) {
        entries.delete(getKey(key))
        entries.set(getKey(key), response)
      },
    }
  }

  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)

  async match(key: string | Request) {
    for (const name of this.all.keys()) {
      const found = await (await this.open(name)).match(key)
      if (found) return found
    }
    return undefined
  }
}

/** The responses of the network by path. Other paths cannot be reached, so `{}` means offline. */
let site: Record<string, () => Response | Promise<Response>>

async function answerRequest(target: string | Request): Promise<Response> {
  const { pathname } = new URL(typeof target === "string" ? target : target.url, ORIGIN)
  const found = site[pathname]
  if (!found) throw new TypeError("Failed to fetch")
  return await found()
}

const makeHtml = (body: string, headers: Record<string, string> = {}) =>
  new Response(`<html><body class="x">${body}</body></html>`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      date: new Date().toUTCString(),
      ...headers,
    },
  })
const makeJson = (body: unknown, status = 200) => Response.json(body, { status })
const makeSession = (id: string | null) => () => makeJson({ user: id && { id } })

const makeOfflinePage = () =>
  makeHtml('<link href="/_astro/a.css">offline<template data-notice><p>old</p></template>')

function startWorker() {
  const caches = new FakeCaches()
  const listeners = new Map<string, (event: never) => void>()
  const openWindows: { url: string }[] = []
  const fetched = vi.fn(answerRequest)
  const [showNotification, openWindow] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const scope: object = {
    location: { origin: ORIGIN },
    caches,
    fetch: fetched,
    registration: { showNotification },
    clients: { claim: async () => {}, matchAll: async () => openWindows, openWindow },
    skipWaiting: async () => {},
    addEventListener: (type: string, listener: (event: never) => void) =>
      listeners.set(type, listener),
  }
  worker(scope as WorkerScope, LOCALES)

  /** Returns the response, null if the browser handles the request, or "error" for a network error. */
  async function request(path: string, init: RequestInit & { mode?: string } = {}) {
    let responded: Promise<Response> | undefined
    const pending: Promise<unknown>[] = []
    const { mode = "cors", ...requestInit } = init
    const request = new Request(new URL(path, ORIGIN), requestInit)
    // Node cannot create navigation requests.
    Object.defineProperty(request, "mode", { value: mode })
    const event: object = {
      request,
      respondWith: (response: Promise<Response>) => (responded = response),
      waitUntil: (promise: Promise<unknown>) => pending.push(promise),
    }
    listeners.get("fetch")?.(event as never)
    if (!responded) return null
    const response = await responded
    await Promise.all(pending)
    return response.type === "error" ? "error" : response.text()
  }
  async function sendEvent(type: string, data: object) {
    let done: Promise<unknown> = Promise.resolve()
    const event: object = { ...data, waitUntil: (promise: Promise<unknown>) => (done = promise) }
    listeners.get(type)?.(event as never)
    await done
  }
  return {
    caches,
    fetched,
    showNotification,
    openWindow,
    sendEvent,
    request,
    visit: (path: string) => request(path, { mode: "navigate" }),
    post: (path: string) => request(path, { method: "POST", body: "{}" }),
    async activate(...paths: string[]) {
      openWindows.push(...paths.map((path) => ({ url: ORIGIN + path })))
      await sendEvent("activate", {})
    },
  }
}

const listStored = ({ caches }: ReturnType<typeof startWorker>, name: string) =>
  [...(caches.all.get(name)?.keys() ?? [])].map((url) => url.slice(ORIGIN.length))

beforeEach(() => {
  site = {
    "/": () => makeHtml("home"),
    "/lv/news": () => makeHtml("ziņas"),
    "/offline": makeOfflinePage,
    "/lv/offline": makeOfflinePage,
    "/_astro/a.css": () => new Response("a{}"),
  }
})

test("offline, a visited page is shown with a notice, and the offline page replaces other pages", async () => {
  const sw = startWorker()
  expect(await sw.visit("/lv/news?page=1")).toContain("ziņas")
  site = {}
  expect(await sw.visit("/lv/news")).toContain('<body class="x"><p>old</p>ziņas')
  expect(await sw.visit("/lv/teams")).toContain("offline")
  expect(await sw.visit("/et")).toContain("offline")
})

test("the offline page is stored in the language of the visited page, with its assets", async () => {
  const sw = startWorker()
  await sw.visit("/lv/news")
  expect(listStored(sw, "offline")).toEqual(["/_astro/a.css", "/lv/offline"])
})

test("online, the newest page is shown and nothing else is fetched", async () => {
  const sw = startWorker()
  await sw.visit("/")
  site["/"] = () => makeHtml("published")
  sw.fetched.mockClear()
  expect(await sw.visit("/")).toContain("published")
  expect(sw.fetched).toHaveBeenCalledOnce()
})

test("a stored page is shown when the server responds with an error", async () => {
  const sw = startWorker()
  await sw.visit("/")
  site["/"] = () => new Response("down", { status: 503 })
  expect(await sw.visit("/")).toContain("home")
})

test("a stored page is shown when the network does not respond in time", async () => {
  vi.useFakeTimers()
  const sw = startWorker()
  await sw.visit("/")
  const { promise, resolve } = Promise.withResolvers<Response>()
  site["/"] = () => promise
  const page = sw.visit("/")
  await vi.advanceTimersByTimeAsync(4000)
  resolve(makeHtml("late"))
  expect(await page).toContain("home")
  vi.useRealTimers()
  site = {}
  expect(await sw.visit("/")).toContain("late")
})

test("only prebuilt pages are stored", async () => {
  const sw = startWorker()
  site["/dev/outbox"] = () => makeHtml("mails", { "cache-control": "no-store" })
  site["/nowhere"] = () => new Response("404", { status: 404 })
  site["/feed.xml"] = () => makeHtml("", { "content-type": "application/xml" })
  for (const path of ["/dev/outbox", "/nowhere", "/feed.xml"]) await sw.visit(path)
  expect(listStored(sw, "pages")).toEqual([])
})

test("a page that was opened before the worker started is stored with its assets, except those in templates", async () => {
  site["/"] = () =>
    makeHtml('<link href="/_astro/a.css"><template><script src="/_astro/late.js"></template>')
  const sw = startWorker()
  await sw.activate("/")
  expect(listStored(sw, "pages")).toEqual(["/"])
  expect(listStored(sw, "assets")).toEqual(["/_astro/a.css"])
})

test("an asset with a content hash is fetched once", async () => {
  const sw = startWorker()
  await sw.request("/_astro/a.css")
  site = {}
  expect(await sw.request("/_astro/a.css")).toBe("a{}")
  expect(sw.fetched).toHaveBeenCalledOnce()
})

test("the oldest pages are deleted at the limit", async () => {
  const sw = startWorker()
  for (let i = 0; i < 62; i += 1) {
    site[`/news/${i}`] = () => makeHtml(`${i}`)
    await sw.visit(`/news/${i}`)
  }
  await sw.visit("/news/1")
  expect(listStored(sw, "pages")).toHaveLength(60)
  expect(listStored(sw, "pages")).not.toContain("/news/0")
})

test("requests for data and files that the worker does not store are left to the browser", async () => {
  const sw = startWorker()
  for (const path of ["/api/profile", "/api/events?scope=public", "/build.json", "/uploads/x"]) {
    expect(await sw.request(path), path).toBeNull()
  }
  expect(await sw.post("/api/events")).toBeNull()
})

/** Requests of the calendar page. */
const CALENDAR_PATHS = [
  "/api/auth/session",
  "/api/teams/mine",
  "/api/events?limit=40&from=2026-11-24",
]

async function openAsMember(id: string, sw = startWorker()) {
  site["/api/auth/session"] = makeSession(id)
  site["/api/teams/mine"] = () => makeJson(`teams of ${id}`)
  site["/api/events"] = () => makeJson(`events of ${id}`)
  site["/api/auth/sign-out"] = () => new Response(null, { status: 204 })
  site["/api/auth/sign-in"] = () => makeJson({})
  for (const path of CALENDAR_PATHS) await sw.request(path)
  return sw
}

test("the member's calendar is available offline, also on the next day", async () => {
  const sw = await openAsMember("a")
  site = {}
  expect(await sw.request("/api/auth/session")).toContain("a")
  expect(await sw.request("/api/events?limit=40&from=2026-11-25")).toContain("events of a")
  expect(await sw.request("/api/events?limit=40&from=x&to=y")).toBe("error")
})

test("the stored calendar is shown while the database is down", async () => {
  const sw = await openAsMember("a")
  site["/api/events"] = () => makeJson({}, 503)
  expect(await sw.request(`${CALENDAR_PATHS[2]}`)).toContain("events of a")
})

const TICKET_PATH = "/api/events/e1/signup"
const ATTENDEES_PATH = "/api/events/e1/signups?list=going&search="
const getTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Stores the attendee list of an event. `begins` and `ends` are days from now. */
async function storeAttendeeList(begins: number, ends: number) {
  const sw = await openAsMember("a")
  site["/api/my-events"] = () => makeJson("my events")
  site["/api/events/e1/signup"] = () =>
    makeJson({
      event: { start_date: getTimeInDays(begins), end_date: getTimeInDays(ends) },
      mine: "ticket",
    })
  site["/api/events/e1/signups"] = () => makeJson("attendee list")
  for (const path of ["/api/my-events", TICKET_PATH, ATTENDEES_PATH]) await sw.request(path)
  return sw
}

test("a ticket and the attendee list of a near event are available offline", async () => {
  const sw = await storeAttendeeList(2.9, 3)
  site = {}
  expect(await sw.request("/api/my-events")).toContain("my events")
  expect(await sw.request(TICKET_PATH)).toContain("ticket")
  expect(await sw.request(ATTENDEES_PATH)).toContain("attendee list")
})

test("an attendee list is stored even if the response with its event is not stored", async () => {
  const sw = await storeAttendeeList(0, 1)
  await sw.caches.delete("member")
  await sw.request(ATTENDEES_PATH)
  expect(listStored(sw, "member")).toContain(ATTENDEES_PATH)
})

test.each([
  [3.1, 3.2],
  [-2, -1.1],
])(
  "the attendee list of an event from day %d to day %d, counted from now, is not stored",
  async (from, to) => {
    const sw = await storeAttendeeList(from, to)
    site = {}
    expect(await sw.request(TICKET_PATH)).toContain("ticket")
    expect(await sw.request(ATTENDEES_PATH)).toBe("error")
  },
)

test("a stored attendee list is deleted a day after the event, online and offline", async () => {
  for (const isOnline of [true, false]) {
    const sw = await storeAttendeeList(0, 0.1)
    vi.useFakeTimers({ now: Date.now() + 1.2 * 86_400_000, toFake: ["Date"] })
    if (!isOnline) site = {}
    await sw.request(isOnline ? "/api/auth/session" : ATTENDEES_PATH)
    vi.useRealTimers()
    expect(listStored(sw, "member")).not.toContain(ATTENDEES_PATH)
    expect(listStored(sw, "member")).toContain(TICKET_PATH)
  }
})

test("searches in an attendee list and its further pages are not stored", async () => {
  const sw = await storeAttendeeList(0, 1)
  for (const query of ["list=going&search=mari", "list=going&search=&cursor=x"]) {
    expect(await sw.request(`/api/events/e1/signups?${query}`), query).toBeNull()
  }
})

test("an attendee list that a helper may no longer read is deleted", async () => {
  const sw = await storeAttendeeList(0, 1)
  expect(listStored(sw, "member")).toContain(ATTENDEES_PATH)
  site["/api/events/e1/signups"] = () => makeJson({}, 403)
  await sw.request(ATTENDEES_PATH)
  expect(listStored(sw, "member")).not.toContain(ATTENDEES_PATH)
})

test("the oldest responses of a member are deleted at the limit", async () => {
  const sw = await openAsMember("a")
  for (let i = 0; i < 120; i += 1) {
    site[`/api/events/${i}/signup`] = () => makeJson(i)
    await sw.request(`/api/events/${i}/signup`)
  }
  await sw.request("/api/auth/session")
  expect(listStored(sw, "member").length).toBeLessThanOrEqual(101)
  expect(listStored(sw, "member")).toContain("/api/auth/session")
  expect(listStored(sw, "member")).toContain("/api/events/119/signup")
})

const expectNothingStored = async (sw: ReturnType<typeof startWorker>) => {
  site = {}
  for (const path of [...CALENDAR_PATHS, "/api/my-events", TICKET_PATH, ATTENDEES_PATH]) {
    expect(await sw.request(path), path).toBe("error")
  }
}

test.each(["sign-out", "sign-in", "google/callback"])(
  "all stored data except the offline page is deleted after %s",
  async (route) => {
    const sw = await storeAttendeeList(0, 1)
    await sw.visit("/")
    site[`/api/auth/${route}`] = () => new Response(null, { status: 204 })
    if (route.startsWith("google")) await sw.visit(`/api/auth/${route}?code=x`)
    else await sw.post(`/api/auth/${route}`)
    expect(await sw.caches.keys()).toEqual(["offline"])
    await expectNothingStored(sw)
  },
)

test("the member's data is deleted when the session has ended", async () => {
  const endedSession = await openAsMember("a")
  site["/api/auth/session"] = makeSession(null)
  await endedSession.request("/api/auth/session")
  await expectNothingStored(endedSession)
  const refusedSession = await openAsMember("a")
  site["/api/events"] = () => makeJson({}, 401)
  await refusedSession.request(`${CALENDAR_PATHS[2]}`)
  await expectNothingStored(refusedSession)
})

test("a member never sees stored data of the former member", async () => {
  const sw = await openAsMember("a")
  site["/api/auth/session"] = makeSession("b")
  await sw.request("/api/auth/session")
  site = {}
  expect(await sw.request("/api/auth/session")).toContain("b")
  expect(await sw.request(`${CALENDAR_PATHS[2]}`)).toBe("error")
})

test("a response that arrives after a log-out is not stored", async () => {
  const sw = await openAsMember("a")
  const { promise, resolve } = Promise.withResolvers<Response>()
  site["/api/events"] = () => promise
  const lateResponse = sw.request(`${CALENDAR_PATHS[2]}`)
  await sw.post("/api/auth/sign-out")
  resolve(makeJson("events of a"))
  expect(await lateResponse).toContain("events of a")
  await openAsMember("b", sw).catch(() => {})
  site = {}
  expect(await sw.request(`${CALENDAR_PATHS[2]}`)).not.toContain("events of a")
})

test("a push message is shown, and a tap opens its page", async () => {
  const sw = startWorker()
  const message = {
    title: "New time or place",
    body: "Tap to read",
    tag: "1",
    path: "/lv/events/a",
  }
  await sw.sendEvent("push", { data: { json: () => message } })
  const [[title, options]] = sw.showNotification.mock.calls as unknown as [
    [string, { data: object }],
  ]
  expect([title, options]).toMatchObject(["New time or place", { tag: "1", body: "Tap to read" }])
  const close = vi.fn()
  await sw.sendEvent("notificationclick", { notification: { close, data: options.data } })
  expect(close).toHaveBeenCalled()
  expect(sw.openWindow).toHaveBeenCalledWith(`${ORIGIN}/lv/events/a`)
})
