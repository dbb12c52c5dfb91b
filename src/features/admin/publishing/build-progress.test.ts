import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createFailure } from "../../../shared/call.ts"
import { FakeStorage } from "../../../shared/fixtures.ts"
import { makeBuild, ok } from "../fixtures.ts"
import { type Build, createPublishing, type FailedPage, getProgress } from "./build-progress.ts"

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("document", { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const RETRY_AT = "2026-01-01T10:00:45Z"
const building = { status: "building", phase: "rendering", pages: 300 }
const running = makeBuild({ status: "running", phase: "rendering", finished_at: null })
const broken = makeBuild({ status: "failed", error: "no memory" })

test.each<[string, number, Build | null, object]>([
  ["is queued while no build includes it", 4, null, { status: "queued" }],
  [
    "is queued while a build of an older version runs",
    4,
    { ...running, content_version: 4 },
    { status: "queued" },
  ],
  [
    "is queued after a build of an older version failed",
    3,
    { ...broken, content_version: 4 },
    { status: "queued" },
  ],
  ["is building while its build runs", 4, running, building],
  [
    "is building while a build of a newer version runs",
    4,
    { ...running, content_version: 6 },
    building,
  ],
  [
    "is building after its build succeeded, until the result is served",
    4,
    makeBuild(),
    { status: "building" },
  ],
  ["is live when the served site has it", 5, makeBuild(), { status: "live" }],
  ["is live when the served site is newer", 6, null, { status: "live" }],
  [
    "has failed after its build failed for good",
    4,
    broken,
    { status: "failed", error: "no memory" },
  ],
  [
    "waits when its failed build will be retried",
    4,
    { ...broken, retry_at: RETRY_AT },
    { status: "waiting", retryAt: RETRY_AT, error: "no memory" },
  ],
])("version 5 %s", (_, served, build, progress) => {
  expect(getProgress(5, served, build)).toMatchObject(progress)
})

function makeSite() {
  const site = {
    servedVersion: 4,
    version: 5,
    isDown: false,
    build: null as Build | null,
    due_at: null as string | null,
    failed_count: 0,
    failed_pages: [] as FailedPage[],
  }
  const calls = {
    readServedVersion: vi.fn(async () =>
      site.isDown ? createFailure("unreachable") : ok(site.servedVersion),
    ),
    readBuildState: vi.fn(async () => (site.isDown ? createFailure("unreachable") : ok(site))),
    rebuild: vi.fn(),
  }
  const publishing = createPublishing(calls)
  const getProgressState = () => {
    const state = publishing.$publishing.get()
    return state.status === "idle" ? "idle" : state.progress.status
  }
  return { ...publishing, site, calls, progress: getProgressState }
}

const advanceTime = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test("a change is followed from the queue, through a failed build, to the live site", async () => {
  const { follow, site, calls, progress } = makeSite()
  follow(5, "/news/a")
  await advanceTime(0)
  expect(progress()).toBe("queued")
  for (const build of [running, { ...broken, retry_at: RETRY_AT }, running]) {
    site.build = build
    await advanceTime(1)
    expect(progress()).toBe(build.status === "failed" ? "waiting" : "building")
  }
  site.servedVersion = 5
  await advanceTime(1)
  expect(progress()).toBe("live")
  const requests = calls.readServedVersion.mock.calls.length
  await advanceTime(60)
  expect(calls.readServedVersion).toHaveBeenCalledTimes(requests)
})

test("the progress of a scheduled change is requested once, and again by pollIfPending()", async () => {
  const { follow, pollIfPending, site, calls, progress, $publishing } = makeSite()
  site.build = makeBuild({ content_version: 4 })
  site.due_at = "2026-01-01T18:00:00Z"
  follow(5, null)
  await advanceTime(60)
  expect($publishing.get()).toMatchObject({
    progress: { status: "scheduled", dueAt: "2026-01-01T18:00:00Z" },
  })
  expect(calls.readBuildState).toHaveBeenCalledOnce()
  site.servedVersion = 5
  pollIfPending()
  await advanceTime(0)
  expect(progress()).toBe("live")
})

test("a reloaded page does not follow a scheduled change", async () => {
  const { resume, site, progress } = makeSite()
  site.due_at = "2026-01-01T18:00:00Z"
  await resume("/news")
  expect(progress()).toBe("idle")
})

test("a reloaded page follows a change whose build failed and will be retried", async () => {
  const { resume, site, progress } = makeSite()
  site.due_at = "2026-01-01T18:00:00Z"
  site.build = { ...broken, retry_at: RETRY_AT }
  await resume("/news")
  await advanceTime(0)
  expect(progress()).toBe("waiting")
})

test("a change is not live if the changed page could not be rendered in one language", async () => {
  const { follow, site, progress, $publishing } = makeSite()
  const since = "2026-01-01T10:00:00.000Z"
  site.servedVersion = 5
  site.failed_pages = [{ path: "/lv/news/a", reason: "no such time zone", since }]
  follow(5, "/news/a")
  await advanceTime(0)
  expect(progress()).toBe("left-out")
  expect($publishing.get()).toMatchObject({ progress: { error: "no such time zone" } })
  follow(5, "/news/b")
  await advanceTime(0)
  expect(progress()).toBe("live")
})

test("a build that failed for good can be checked again", async () => {
  const { follow, poll, site, progress } = makeSite()
  site.build = broken
  follow(5, null)
  await advanceTime(0)
  expect(progress()).toBe("failed")
  site.build = { ...running, content_version: 6 }
  await poll()
  expect(progress()).toBe("building")
})

test("a failed request is shown, and polling continues", async () => {
  const { follow, site, $publishing } = makeSite()
  site.isDown = true
  follow(5, null)
  await advanceTime(1)
  expect($publishing.get()).toMatchObject({ isUnreachable: true, progress: { status: "queued" } })
  Object.assign(site, { isDown: false, servedVersion: 5 })
  await advanceTime(1)
  expect($publishing.get()).toMatchObject({ isUnreachable: false, progress: { status: "live" } })
})

test("a change in the served site is live, even if the database is unavailable", async () => {
  const { follow, site, calls, progress } = makeSite()
  site.servedVersion = 5
  calls.readBuildState.mockResolvedValue(createFailure("database_unavailable"))
  follow(5, null)
  await advanceTime(0)
  expect(progress()).toBe("live")
})

test("an opened page follows the latest change only if the change is not served yet", async () => {
  const { resume, site, calls, progress } = makeSite()
  site.servedVersion = 5
  await resume("/news")
  await advanceTime(60)
  expect([progress(), calls.readServedVersion.mock.calls.length]).toEqual(["idle", 1])
  site.servedVersion = 4
  await resume("/news")
  expect(progress()).toBe("queued")
})

test("a reloaded page continues to follow the member's change, but not the changes of other members", async () => {
  vi.stubGlobal("sessionStorage", new FakeStorage())
  const afterOthersChange = makeSite()
  await afterOthersChange.resumeAfterReload("/news")
  expect(afterOthersChange.progress()).toBe("idle")

  makeSite().follow(5, "/news")
  const reloaded = makeSite()
  await reloaded.resumeAfterReload("/news")
  expect(reloaded.progress()).toBe("queued")
  reloaded.dismiss()

  const afterDismissal = makeSite()
  await afterDismissal.resumeAfterReload("/news")
  expect(afterDismissal.progress()).toBe("idle")
})

test("a hidden tab sends no requests until it is visible", async () => {
  const { follow, poll, calls } = makeSite()
  vi.stubGlobal("document", { hidden: true })
  follow(5, null)
  await advanceTime(60)
  expect(calls.readServedVersion).not.toHaveBeenCalled()
  vi.stubGlobal("document", { hidden: false })
  await poll()
  expect(calls.readServedVersion).toHaveBeenCalledOnce()
})

test("a later change replaces the followed change", async () => {
  const { follow, site, progress } = makeSite()
  follow(5, null)
  follow(6, null)
  site.servedVersion = 5
  await advanceTime(1)
  expect(progress()).toBe("queued")
})
