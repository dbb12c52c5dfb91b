/** Stores visited pages and some data of members for offline use, and shows push messages. */
import type { PushPayload } from "../features/notifications/push-schema.ts"

/** An event after which the browser keeps the worker running until the promise settles. */
interface LongEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}

interface FetchEvent extends LongEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

interface PushEvent extends LongEvent {
  data: { json(): PushPayload } | null
}

interface NotificationClickEvent extends LongEvent {
  notification: { close(): void; data: { path: string } }
}

/** Globals of a service worker. TypeScript's own types for workers conflict with its types for pages. */
export interface WorkerScope {
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: {
      type: "window"
    }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: LongEvent) => void): void
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
  addEventListener(type: "push", listener: (event: PushEvent) => void): void
  addEventListener(
    type: "notificationclick",
    listener: (event: NotificationClickEvent) => void,
  ): void
}

/**
 * The service worker. The build writes the source of this function to /sw.js (toString), so the function uses only its
 * arguments and the worker's globals.
 */
export function worker(self: WorkerScope, locales: readonly string[]): void {
  const { caches } = self
  const [PAGES, ASSETS, OFFLINE, MEMBER] = ["pages", "assets", "offline", "member"]
  const MAX_PAGES = 60
  const MAX_ASSETS = 400
  /** Milliseconds without a network response until a stored page is shown. */
  const NETWORK_TIMEOUT_MS = 4000
  const DAY_MS = 24 * 60 * 60 * 1000
  const WEEK_MS = 7 * DAY_MS

  /** Paths of files whose content never changes. */
  const ASSET_PATH = /^\/(_astro|art|drawn)\//
  /** Lists the scripts and styles of a page. Deferred scripts in templates are left out. */
  const listAssets = (html: string) => {
    const withoutTemplates = html.replace(/<template>[\s\S]*?<\/template>/g, "")
    const matches = withoutTemplates.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)
    return new Set(Array.from(matches, ([, path = ""]) => path))
  }
  const SESSION_PATH = "/api/auth/session"
  /** Paths of member data that is available offline. */
  const MEMBER_DATA_PATH =
    /^\/api\/(auth\/session|teams\/mine|my-events|events|events\/[\w-]+\/signup)$/
  const MAX_MEMBER_RESPONSES = 100
  /** An attendee list is stored from three days before the event until one day after it. */
  const [LIST_BEFORE_MS, LIST_AFTER_MS] = [3 * DAY_MS, DAY_MS]
  const ATTENDEE_LIST_PATH = /^\/api\/events\/[\w-]+\/signups$/
  /** Paths of requests that change the member: log-in, log-out and account deletion. */
  const CHANGES_MEMBER = /^\/api\/(auth\/(?!session$)|account$)/

  /**
   * Returns whether responses are stored. Searches in attendee lists, their further pages and public events (`scope`)
   * are not.
   */
  const isStoredMemberData = ({ pathname, searchParams: query }: URL) =>
    ATTENDEE_LIST_PATH.test(pathname)
      ? !query.get("search") && !query.has("cursor")
      : MEMBER_DATA_PATH.test(pathname) && !query.has("scope")

  const deleteMemberCache = () => caches.delete(MEMBER)
  const deleteVisitorCaches = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== OFFLINE).map((name) => caches.delete(name)))
  }

  /** Stores a response, and deletes the oldest responses above the limit. */
  async function putLimited(cacheName: string, key: string, response: Response, max: number) {
    const cache = await caches.open(cacheName)
    await cache.put(key, response)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -max).map((oldest) => cache.delete(oldest)))
  }

  function getOfflinePath(path: string): string {
    const [, first = ""] = path.split("/")
    return locales.includes(first) ? `/${first}/offline` : "/offline"
  }

  /** Stores an offline page with its assets, unless the stored page is less than a week old. */
  async function storeOffline(url: string): Promise<void> {
    const cache = await caches.open(OFFLINE)
    const stored = await cache.match(url)
    const date = Date.parse(stored?.headers.get("date") ?? "")
    if (Date.now() - date < WEEK_MS) return
    const page = await self.fetch(url)
    if (!page.ok) return
    await cache.addAll(listAssets(await page.clone().text()))
    await cache.put(url, page)
  }

  /** Stores a prebuilt page. All visitors get the same page, so the key has no query. */
  async function storePage(path: string, page: Response): Promise<void> {
    const hasHeader = (name: string, text: string) => page.headers.get(name)?.includes(text)
    const isPrebuilt =
      hasHeader("content-type", "text/html") && hasHeader("cache-control", "public")
    if (page.status !== 200 || page.redirected || !isPrebuilt) return
    await putLimited(PAGES, path, page, MAX_PAGES)
    await storeOffline(getOfflinePath(path))
  }

  /** Stores a page that was opened before the worker started, with its assets. */
  async function storeOpenPage(path: string): Promise<void> {
    const page = await self.fetch(path)
    const assets = await caches.open(ASSETS)
    await assets.addAll(listAssets(await page.clone().text()))
    await storePage(path, page)
  }

  /** Adds the notice that a page is a stored copy. The offline page in the same language contains the notice. */
  async function addNotice(page: Response, path: string): Promise<Response> {
    const offline = await caches.match(getOfflinePath(path))
    const [, notice = ""] =
      /<template data-notice>([\s\S]*?)<\/template>/.exec((await offline?.text()) ?? "") ?? []
    const html = (await page.text()).replace(/<body[^>]*>/, (body) => body + notice)
    const headers = new Headers(page.headers)
    headers.delete("content-encoding")
    headers.delete("content-length")
    return new Response(html, { headers })
  }

  /** Responds with the page of the network, otherwise with the stored page or the offline page. */
  async function navigate(event: FetchEvent, path: string): Promise<Response> {
    const load = async () => (await event.preloadResponse) ?? (await self.fetch(event.request))
    const network = load()
    event.waitUntil(network.then((page) => storePage(path, page.clone())).catch(() => {}))
    const stored = await caches.open(PAGES).then((pages) => pages.match(path))
    const timeout = new Promise<void>((resolve) => {
      if (stored) setTimeout(resolve, NETWORK_TIMEOUT_MS)
    })
    const page = await Promise.race([network.catch(() => undefined), timeout])
    if (page && !(stored && page.status >= 500)) return page
    if (stored) return addNotice(stored, path)
    const offline = await caches.open(OFFLINE)
    // An offline page in another language is better than the browser's error page.
    for (const url of [
      getOfflinePath(path),
      "/offline",
      ...locales.map((locale) => `/${locale}/offline`),
    ]) {
      const page = await offline.match(url)
      if (page) return page
    }
    return Response.error()
  }

  async function respondWithAsset(event: FetchEvent): Promise<Response> {
    const { request } = event
    const stored = await caches.match(request, { ignoreVary: true })
    if (stored) return stored
    const response = await self.fetch(request)
    if (response.status === 200) {
      event.waitUntil(putLimited(ASSETS, request.url, response.clone(), MAX_ASSETS).catch(() => {}))
    }
    return response
  }

  async function readMemberId(session: Response | undefined): Promise<string | undefined> {
    const body: { user?: { id?: string } | null } | undefined = await session?.clone().json()
    return body?.user?.id
  }

  const isAttendeeList = (url: string) => ATTENDEE_LIST_PATH.test(new URL(url).pathname)

  /** Returns whether an attendee list may be stored: its event, read from the cache or the API, must be near. */
  async function mayStoreList(cache: Cache, listUrl: string): Promise<boolean> {
    // The response of `/api/events/{id}/signup`, the member's own sign-up, contains the event.
    const signupUrl = listUrl.replace(/s(\?.*)?$/, "")
    const response =
      (await cache.match(signupUrl)) ?? (await self.fetch(signupUrl).catch(() => undefined))
    if (!response?.ok) return false
    const { event }: { event: { start_date: string; end_date: string } } = await response.json()
    const now = Date.now()
    return (
      now > Date.parse(event.start_date) - LIST_BEFORE_MS &&
      now < Date.parse(event.end_date) + LIST_AFTER_MS
    )
  }

  /** Deletes attendee lists that may no longer be stored, and the oldest responses. */
  async function pruneMemberCache(cache: Cache): Promise<void> {
    const keys = await cache.keys()
    for (const [index, { url }] of keys.entries()) {
      const isExpired = isAttendeeList(url) && !(await mayStoreList(cache, url))
      if (isExpired || index < keys.length - MAX_MEMBER_RESPONSES) await cache.delete(url)
    }
  }

  async function respondWithMemberData({ request }: FetchEvent, url: URL): Promise<Response> {
    // The cache is opened before the request, so that a log-out also deletes the response.
    let cache = await caches.open(MEMBER)
    // `from` is the current day. A key that contains it would not be found tomorrow.
    if (!url.searchParams.has("to")) url.searchParams.delete("from")
    const key = url.href
    const response = await self.fetch(request).catch(() => undefined)
    if (!response || response.status >= 500) {
      if (isAttendeeList(key)) await pruneMemberCache(cache)
      return (await cache.match(key)) ?? response ?? Response.error()
    }
    if (response.status === 401) await deleteMemberCache()
    if (response.status === 403 || response.status === 404) await cache.delete(key)
    if (!response.ok) return response
    if (url.pathname === SESSION_PATH) {
      const memberId = await readMemberId(response)
      const storedId = await readMemberId(await cache.match(SESSION_PATH))
      // Keeps the cache if no session is stored: responses for this member may have arrived before the session.
      if (!memberId || (storedId && memberId !== storedId)) {
        await deleteMemberCache()
        if (!memberId) return response
        cache = await caches.open(MEMBER)
      }
      await pruneMemberCache(cache).catch(() => {})
    }
    if (isAttendeeList(key) && !(await mayStoreList(cache, key))) return response
    await cache.put(key, response.clone()).catch(() => {})
    return response
  }

  /**
   * Sends a request that changes the member. Deletes stored data before and after the request, because earlier requests
   * may still be running.
   */
  async function sendMemberChange(event: FetchEvent, path: string): Promise<Response> {
    await deleteVisitorCaches()
    try {
      return event.request.mode === "navigate"
        ? await navigate(event, path)
        : await self.fetch(event.request)
    } finally {
      await deleteVisitorCaches()
    }
  }

  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()))

  self.addEventListener("activate", (event) => {
    async function start() {
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
      await caches.delete(OFFLINE)
      for (const { url } of await self.clients.matchAll({ type: "window" })) {
        await storeOpenPage(new URL(url).pathname).catch(() => {})
      }
    }
    event.waitUntil(start())
  })

  self.addEventListener("fetch", (event) => {
    const { request } = event
    const url = new URL(request.url)
    const path = url.pathname
    if (url.origin !== self.location.origin) return
    const isRead = request.method === "GET"
    const isNavigation = isRead && request.mode === "navigate"
    if (CHANGES_MEMBER.test(path) && (isNavigation || !isRead))
      event.respondWith(sendMemberChange(event, path))
    else if (isNavigation) event.respondWith(navigate(event, path))
    else if (isRead && ASSET_PATH.test(path)) event.respondWith(respondWithAsset(event))
    else if (isRead && isStoredMemberData(url)) event.respondWith(respondWithMemberData(event, url))
  })

  self.addEventListener("push", (event) => {
    const message = event.data?.json()
    if (!message) return
    const { title, body, tag, path } = message
    const icon = "/icon-192.png"
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }))
  })

  self.addEventListener("notificationclick", (event) => {
    const { notification } = event
    notification.close()
    async function open() {
      const url = new URL(notification.data.path, self.location.origin).href
      const windows = await self.clients.matchAll({ type: "window" })
      await (windows.find((page) => page.url === url)?.focus() ?? self.clients.openWindow(url))
    }
    event.waitUntil(open())
  })
}
