import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { ok } from "./fixtures.ts"
import type { Build } from "./progress.ts"
import { createPublishing } from "./publishing.ts"

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("document", { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const running: Build = {
  status: "running",
  phase: "rendering",
  pages: 3,
  content_version: 8,
  error: null,
}

/** A site whose answers the test changes as it goes. */
function makeSite() {
  const site = { built: 7, version: 8, build: null as Build | null, isDown: false }
  const calls = {
    built: vi.fn(async () => (site.isDown ? failed("unreachable") : ok(site.built))),
    state: vi.fn(async () =>
      site.isDown ? failed("unreachable") : ok({ version: site.version, build: site.build }),
    ),
  }
  const publishing = createPublishing(calls)
  const progress = () => {
    const state = publishing.$publishing.get()
    return state.status === "idle" ? "idle" : state.progress
  }
  return { ...publishing, site, calls, progress }
}

const aSecond = () => vi.advanceTimersByTimeAsync(1_000)

test("a publish is followed from the queue to live, then nothing is asked any more", async () => {
  const { follow, site, calls, progress } = makeSite()
  follow(8, "/news/a")
  await vi.advanceTimersByTimeAsync(0)
  expect(progress()).toEqual({ status: "queued" })
  site.build = running
  await aSecond()
  expect(progress()).toEqual({ status: "building", phase: "rendering", pages: 3 })
  site.built = 8
  await aSecond()
  expect(progress()).toEqual({ status: "live" })
  const asked = calls.built.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.built).toHaveBeenCalledTimes(asked)
})

test("a failed build says why, and can be looked at again", async () => {
  const { follow, ask, site, progress } = makeSite()
  site.build = { ...running, status: "failed", error: "no memory" }
  follow(8, null)
  await vi.advanceTimersByTimeAsync(0)
  expect(progress()).toEqual({ status: "failed", error: "no memory" })
  site.build = { ...running, content_version: 9 }
  await ask()
  expect(progress()).toMatchObject({ status: "building" })
})

test("without an answer it says so, and goes on asking", async () => {
  const { follow, site, progress, $publishing } = makeSite()
  site.isDown = true
  follow(8, null)
  await aSecond()
  expect($publishing.get()).toMatchObject({ isUnreachable: true, progress: { status: "queued" } })
  site.isDown = false
  site.built = 8
  await aSecond()
  expect($publishing.get()).toMatchObject({ isUnreachable: false })
  expect(progress()).toEqual({ status: "live" })
})

test("what the served site contains is live, whatever the database says", async () => {
  const { follow, site, calls, progress } = makeSite()
  site.built = 8
  calls.state.mockResolvedValue(failed("database_unavailable"))
  follow(8, null)
  await vi.advanceTimersByTimeAsync(0)
  expect(progress()).toEqual({ status: "live" })
})

test("a reloaded page follows what is still on its way", async () => {
  const { resume, progress } = makeSite()
  await resume("/news")
  expect(progress()).toEqual({ status: "queued" })
})

test("a reloaded page asks no more when the site is up to date", async () => {
  const { resume, site, calls, progress } = makeSite()
  site.built = 8
  await resume("/news")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(progress()).toBe("idle")
  expect(calls.built).toHaveBeenCalledTimes(1)
})

test("nothing is asked in a hidden tab, and everything once it is looked at", async () => {
  const { follow, ask, calls } = makeSite()
  vi.stubGlobal("document", { hidden: true })
  follow(8, null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.built).not.toHaveBeenCalled()
  vi.stubGlobal("document", { hidden: false })
  await ask()
  expect(calls.built).toHaveBeenCalledTimes(1)
})

test("a later publish is what is waited for", async () => {
  const { follow, site, progress } = makeSite()
  follow(8, null)
  follow(9, null)
  site.built = 8
  await aSecond()
  expect(progress()).toEqual({ status: "queued" })
})
