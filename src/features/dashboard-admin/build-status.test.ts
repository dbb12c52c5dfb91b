import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { type BuildRecord, createBuildStatus, secondsOf } from "./build-status.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

const makeBuild = (changes: Partial<BuildRecord> = {}): BuildRecord => ({
  id: 1,
  status: "succeeded",
  phase: null,
  pages: 300,
  error: null,
  started_at: "2026-01-01T10:00:00.000Z",
  finished_at: "2026-01-01T10:00:02.450Z",
  ...changes,
})

function makeStatus(builds: BuildRecord[], { version = 5, built = 5, canBuild = true } = {}) {
  const ask = vi.fn(async () => (canBuild ? ok(undefined) : failed("build_unavailable")))
  const next = () => (builds.length > 1 ? builds.shift() : builds[0]) ?? null
  const status = createBuildStatus({
    built: async () => ok(built),
    state: async () => ok({ version, build: next() }),
    rebuild: ask,
  })
  return { ...status, ask }
}

test("what was changed since the build that is served is pending", async () => {
  const { read, $status } = makeStatus([makeBuild()], { version: 8 })
  await read()
  expect($status.get()).toMatchObject({ status: "ready", pending: 3, isAsked: false })
})

test("a build that was asked for is waited for until it has begun and ended", async () => {
  const running = makeBuild({ id: 2, status: "running", finished_at: null })
  const { read, rebuild, $status, ask } = makeStatus([
    makeBuild(),
    makeBuild(),
    running,
    makeBuild({ id: 2 }),
  ])
  await read()
  expect(await rebuild()).toBeNull()
  expect(await rebuild()).toBeNull()
  expect(ask).toHaveBeenCalledOnce()
  expect($status.get()).toMatchObject({ isAsked: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect($status.get()).toMatchObject({ isAsked: false, build: { status: "running" } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect($status.get()).toMatchObject({ build: { id: 2, status: "succeeded" } })
})

test("a build that nobody takes up is not waited for without end", async () => {
  const { read, rebuild, $status } = makeStatus([makeBuild()])
  await read()
  await rebuild()
  await vi.advanceTimersByTimeAsync(40_000)
  expect($status.get()).toMatchObject({ isAsked: false })
})

test("a builder that cannot be asked is a failure, and can be asked again", async () => {
  const { read, rebuild, $status } = makeStatus([makeBuild()], { canBuild: false })
  await read()
  expect(await rebuild()).toMatchObject({ code: "build_unavailable" })
  expect($status.get()).toMatchObject({ isAsked: false })
})

test("a build took so many seconds, once it has ended", () => {
  expect(secondsOf(makeBuild())).toBe(2.5)
  expect(secondsOf(makeBuild({ finished_at: null }))).toBeNull()
})
