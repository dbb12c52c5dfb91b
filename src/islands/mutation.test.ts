import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { setSession } from "../session/session.ts"
import type { CallResult } from "../shared/call.ts"
import { call } from "../shared/call.ts"
import { createMutation } from "./mutation.ts"
import { createQuery, invalidateKeys } from "./query.ts"

/** Stores likes at their URL. Responses to changes wait until the test calls `respondNext()`. */
function makeServer() {
  const stored = new Set<string>()
  const calls: string[] = []
  const pendingRequests: { method: string; url: string; resolve: (response: Response) => void }[] =
    []
  vi.stubGlobal("fetch", (url: string, { method }: RequestInit) => {
    if (method === "GET") return Promise.resolve(Response.json([...stored]))
    calls.push(`${method} ${url}`)
    return new Promise<Response>((resolve) =>
      pendingRequests.push({ method: method ?? "", url, resolve }),
    )
  })
  return {
    stored,
    calls,
    async respondNext(respond = () => new Response(null, { status: 204 })): Promise<void> {
      await vi.waitFor(() => expect(pendingRequests).not.toEqual([]))
      const { method, url, resolve } = pendingRequests.shift() ?? {}
      const response = respond()
      if (response.ok && url) method === "PUT" ? stored.add(url) : stored.delete(url)
      resolve?.(response)
    },
  }
}

function makeLikes() {
  const $likes = createQuery("/likes", z.array(z.string()))
  const settled: [value: boolean, isStored: boolean, name: string][] = []
  const { $pending, mutate } = createMutation<boolean, null>({
    queries: [$likes],
    send: (id, isOn) => call(id, { method: isOn ? "PUT" : "DELETE", read: () => null }),
    updateCaches(id, isOn) {
      const others = ($likes.value?.data ?? []).filter((other) => other !== id)
      $likes.mutate(isOn ? [...others, id] : others)
    },
    onSettled: ({ value, name }, result: CallResult<null>) =>
      settled.push([value, result.ok, name]),
  })
  const isOn = (id: string) =>
    $pending.get().get(id)?.value ?? $likes.value?.data?.includes(id) ?? false
  const stop = $likes.listen(() => {})
  return { $likes, mutate, isOn, settled, stop }
}

let server: ReturnType<typeof makeServer>
let likes: ReturnType<typeof makeLikes>
beforeEach(async () => {
  vi.stubGlobal("navigator", { onLine: true })
  setSession({ status: "signed-in", user: { id: "mari", email: "mari@daina.test" }, role: "user" })
  server = makeServer()
  likes = makeLikes()
  await vi.waitFor(() => expect(likes.$likes.value?.data).toBeDefined())
})
afterEach(() => {
  likes.stop()
  invalidateKeys(() => true)
  vi.unstubAllGlobals()
})

test("a change is shown at once, and still after it is stored", async () => {
  const done = likes.mutate("a", true, "Supernova")
  expect(likes.isOn("a")).toBe(true)
  expect(likes.settled).toEqual([])
  await server.respondNext()
  await done
  expect(likes.isOn("a")).toBe(true)
  expect(likes.settled).toEqual([[true, true, "Supernova"]])
})

test("two equal changes in a row send one call", async () => {
  const done = likes.mutate("a", true)
  void likes.mutate("a", true)
  await server.respondNext()
  await done
  expect(server.calls).toEqual(["PUT a"])
  expect(likes.isOn("a")).toBe(true)
})

test("a second change waits for the first call, and the last change is stored", async () => {
  const done = likes.mutate("a", true)
  void likes.mutate("a", false)
  expect(likes.isOn("a")).toBe(false)
  expect(server.calls).toEqual(["PUT a"])
  await server.respondNext()
  await server.respondNext()
  await done
  expect(server.calls).toEqual(["PUT a", "DELETE a"])
  expect([...server.stored]).toEqual([])
  expect(likes.settled, "only the last change shows a toast").toEqual([[false, true, ""]])
})

test("a change of another item is sent without waiting for the first call", () => {
  void likes.mutate("a", true)
  void likes.mutate("b", true)
  expect(server.calls).toEqual(["PUT a", "PUT b"])
})

test("a failed change is rolled back", async () => {
  const done = likes.mutate("a", true)
  await server.respondNext(() => new Response(null, { status: 500 }))
  await done
  expect(likes.isOn("a")).toBe(false)
  expect(likes.settled).toEqual([[true, false, ""]])
})

test("a failed change that the member reversed before the response shows no toast", async () => {
  const done = likes.mutate("a", true)
  void likes.mutate("a", false)
  await server.respondNext(() => new Response(null, { status: 500 }))
  await server.respondNext()
  await done
  expect(likes.settled).toEqual([[false, true, ""]])
})

test("after a lost response, the state of the server is shown", async () => {
  const done = likes.mutate("a", true)
  server.stored.add("a")
  await server.respondNext(() => Response.error())
  await done
  await vi.waitFor(() => expect(likes.isOn("a")).toBe(true))
})

test("a read that began before a change does not undo the change", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { fetch } = globalThis
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    init.method === "GET" ? promise : fetch(url, init),
  )
  likes.$likes.revalidate()
  const done = likes.mutate("a", true)
  await server.respondNext()
  resolve(Response.json([]))
  await done
  expect(likes.isOn("a")).toBe(true)
})

test("a member who logs in during a change sees neither the change nor its result", async () => {
  const done = likes.mutate("a", true)
  setSession({ status: "signed-in", user: { id: "zane", email: "zane@daina.test" }, role: "user" })
  expect(likes.isOn("a")).toBe(false)
  await server.respondNext()
  server.stored.clear()
  await done
  expect(likes.settled).toEqual([])
})
