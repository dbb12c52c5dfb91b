import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createFailure } from "../../shared/call.ts"
import { makeBuild, ok } from "../admin/fixtures.ts"
import type { Build } from "../admin/publishing/build-progress.ts"
import { createBuildStatus, getBuildSeconds } from "./build-status.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const running = makeBuild({ id: 2, status: "running", finished_at: null })

const failedPage = {
  path: "/events/odd",
  reason: "Invalid time zone specified: FOO3",
  since: "2026-01-01T10:00:00.000Z",
}

/** Creates a status that has read the first of `builds`. Each poll reads the next build, and repeats the last one. */
async function startStatus(
  builds: Build[],
  { version = 5, canBuild = true, due_at = null as string | null, failures = {} } = {},
) {
  const request = vi.fn(async () => (canBuild ? ok(undefined) : createFailure("build_unavailable")))
  const takeNext = () => (builds.length > 1 ? builds.shift() : builds[0]) ?? null
  const status = createBuildStatus({
    readServedVersion: async () => ok(5),
    readBuildState: async () =>
      ok({ version, due_at, build: takeNext(), failed_count: 0, failed_pages: [], ...failures }),
    rebuild: request,
  })
  await status.poll()
  return { ...status, request, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test("changes that the served build does not contain are counted as pending", async () => {
  const { $status } = await startStatus([makeBuild()], { version: 8 })
  expect($status.get()).toMatchObject({ status: "ready", pending: 3, isRequested: false })
})

test("the status of changes that are not urgent contains the time of their build", async () => {
  const due_at = "2026-01-01T18:00:00Z"
  const { $status } = await startStatus([makeBuild()], { version: 6, due_at })
  expect($status.get()).toMatchObject({ pending: 1, dueAt: due_at })
})

test("a requested build is polled until it has ended", async () => {
  const builds = [makeBuild(), makeBuild(), running, makeBuild({ id: 2 })]
  const { rebuild, $status, request, wait } = await startStatus(builds)
  expect(await rebuild()).toBeNull()
  expect(await rebuild()).toBeNull()
  expect(request).toHaveBeenCalledOnce()
  expect($status.get()).toMatchObject({ isRequested: true })
  await wait(1_000)
  expect($status.get()).toMatchObject({ isRequested: false, build: { status: "running" } })
  await wait(1_000)
  expect($status.get()).toMatchObject({ build: { id: 2, status: "succeeded" } })
})

test("a build that has not started 30 seconds after its request no longer counts as requested", async () => {
  const { rebuild, $status, wait } = await startStatus([makeBuild()])
  await rebuild()
  await wait(32_000)
  expect($status.get()).toMatchObject({ isRequested: false })
})

test("a failed build is polled until its retry", async () => {
  const broken = makeBuild({ status: "failed", retry_at: "2026-01-01T10:00:45.000Z" })
  const { $status, wait } = await startStatus([broken, running])
  expect($status.get()).toMatchObject({ build: { retry_at: broken.retry_at } })
  await wait(5_000)
  expect($status.get()).toMatchObject({ build: { status: "running" } })
})

test("a build can be requested again after a failed request", async () => {
  const { rebuild, $status } = await startStatus([makeBuild()], { canBuild: false })
  expect(await rebuild()).toMatchObject({ code: "build_unavailable" })
  expect($status.get()).toMatchObject({ isRequested: false })
})

test("pages that could not be rendered are listed and counted", async () => {
  const failures = { failed_count: 120, failed_pages: [failedPage] }
  const { $status } = await startStatus([makeBuild()], { failures })
  expect($status.get()).toMatchObject({ failedPages: { count: 120, pages: [failedPage] } })
})

test("only an ended build has a duration", () => {
  expect(getBuildSeconds(makeBuild())).toBe(2.5)
  expect(getBuildSeconds(running)).toBeNull()
})
