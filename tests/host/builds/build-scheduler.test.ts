/** Tests of the build scheduler, which builds on request, or if the content version is not that of the served site. */
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { createBuildScheduler, getRetryDelay } from "../../../netlify/host/build/build-scheduler.ts"

vi.spyOn(console, "error").mockImplementation(() => {})

/**
 * Returns a scheduler and its list of fake builds. A build ends when the test calls `succeed` or `fail` of the build. The
 * scheduler reads `content.version` every `checkIntervalMs`.
 * `retryDelays` are the pauses in milliseconds after the first and further failures. `maxSpacingMs` limits the time
 * between the starts of two builds.
 */
function makeScheduler({
  checkIntervalMs = 60_000,
  maxSpacingMs = 0,
  retryDelays = [60_000],
} = {}) {
  const content = { version: 1 }
  let servedVersion = 1
  const builds: {
    startedAt: number
    retryMs: number
    version: number
    succeed(): void
    fail(): void
  }[] = []
  const readContentVersion = vi.fn(async () => content.version)
  const onRequestDuringBuild = vi.fn()
  const scheduler = createBuildScheduler({
    ...{ checkIntervalMs, maxSpacingMs, readContentVersion, onRequestDuringBuild },
    retryDelay: (failures) => retryDelays[failures - 1] ?? 60_000,
    getServedVersion: () => servedVersion,
    build: (retryMs) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const version = content.version
      builds.push({
        ...{ startedAt: performance.now(), retryMs, version },
        succeed() {
          servedVersion = version
          resolve()
        },
        fail: () => reject(new Error("on purpose")),
      })
      return promise
    },
  })
  onTestFinished(() => {
    for (const { succeed } of builds) succeed()
    return scheduler.stop()
  })
  return { scheduler, content, builds, readContentVersion, onRequestDuringBuild }
}

const waitForReaction = () => sleep(5)

async function startBuild({ version = 1, maxSpacingMs = 0 } = {}) {
  const fixture = makeScheduler({ maxSpacingMs })
  fixture.content.version = version
  fixture.scheduler.request()
  await waitForReaction()
  return fixture
}

test("several requests during a build lead to one further build", async () => {
  const { scheduler, content, builds } = await startBuild()
  for (let request = 0; request < 5; request += 1) {
    content.version += 1
    scheduler.request()
  }
  await waitForReaction()
  expect(builds).toHaveLength(1)
  builds[0]?.succeed()
  await waitForReaction()
  expect(builds).toHaveLength(2)
  builds[1]?.succeed()
  await waitForReaction()
  expect(builds).toHaveLength(2)
})

test("a request during a build calls `onRequestDuringBuild`", async () => {
  const { scheduler, onRequestDuringBuild } = await startBuild()
  expect(onRequestDuringBuild).not.toHaveBeenCalled()
  scheduler.request()
  expect(onRequestDuringBuild).toHaveBeenCalledOnce()
})

test("a request during a build resolves after the next build", async () => {
  const { scheduler, content, builds } = await startBuild()
  content.version += 1
  const onDone = vi.fn()
  scheduler.request().then(onDone)
  builds[0]?.succeed()
  await waitForReaction()
  expect(onDone).not.toHaveBeenCalled()
  builds[1]?.succeed()
  await waitForReaction()
  expect(onDone).toHaveBeenCalledOnce()
})

test("a request starts no build if the running build already contains the change", async () => {
  const { scheduler, builds } = await startBuild({ version: 2 })
  scheduler.request()
  builds[0]?.succeed()
  await waitForReaction()
  expect(builds).toHaveLength(1)
})

test("newer content is built without a request", async () => {
  const { content, builds } = makeScheduler({ checkIntervalMs: 5 })
  await sleep(30)
  expect(builds).toHaveLength(0)
  content.version = 2
  await vi.waitFor(() => expect(builds).toHaveLength(1))
})

test("a content version whose build failed is not built before the retry, but a newer version is", async () => {
  const { content, builds } = makeScheduler({ checkIntervalMs: 5 })
  content.version = 2
  await vi.waitFor(() => expect(builds).toHaveLength(1))
  builds[0]?.fail()
  await sleep(50)
  expect(builds).toHaveLength(1)
  content.version = 3
  await vi.waitFor(() => expect(builds).toHaveLength(2))
})

test("a request builds a content version again whose build failed", async () => {
  const { scheduler, content, builds } = makeScheduler()
  content.version = 2
  const firstRequest = scheduler.request()
  await waitForReaction()
  builds[0]?.fail()
  await firstRequest
  scheduler.request()
  await vi.waitFor(() => expect(builds).toHaveLength(2))
})

test("no build starts while the database is down", async () => {
  const { content, builds, readContentVersion } = makeScheduler({ checkIntervalMs: 5 })
  readContentVersion.mockRejectedValue(new Error("connection refused"))
  content.version = 2
  await sleep(30)
  expect(builds).toHaveLength(0)
  readContentVersion.mockImplementation(async () => content.version)
  await vi.waitFor(() => expect(builds).toHaveLength(1))
})

test("a failed build is retried with growing pauses until it succeeds", async () => {
  const { content, builds } = makeScheduler({ checkIntervalMs: 5, retryDelays: [20, 60] })
  content.version = 2
  for (const [index, wait] of [20, 60].entries()) {
    await vi.waitFor(() => expect(builds).toHaveLength(index + 1))
    expect(builds[index]?.retryMs).toBe(wait)
    const failedAt = performance.now()
    builds[index]?.fail()
    await vi.waitFor(() => expect(builds).toHaveLength(index + 2), { interval: 2 })
    expect(performance.now() - failedAt).toBeGreaterThanOrEqual(wait - 2)
  }
  builds[2]?.succeed()
  await sleep(150)
  expect(builds).toHaveLength(3)
  content.version = 3
  await vi.waitFor(() => expect(builds).toHaveLength(4))
  expect(builds[3]?.retryMs, "the pauses start again").toBe(20)
})

test("a requested build that failed is retried without new content", async () => {
  const { scheduler, builds } = makeScheduler({ checkIntervalMs: 5, retryDelays: [20] })
  scheduler.request()
  await vi.waitFor(() => expect(builds).toHaveLength(1))
  builds[0]?.fail()
  await vi.waitFor(() => expect(builds).toHaveLength(2))
  builds[1]?.succeed()
  await sleep(50)
  expect(builds).toHaveLength(2)
})

test("the pauses before retries grow from 5 seconds to 5 minutes", () => {
  expect([1, 2, 3, 4, 5, 20].map(getRetryDelay)).toEqual([
    ...[5_000, 15_000, 45_000, 135_000, 300_000, 300_000],
  ])
})

test("a build that failed while the database was down is retried when the database is back", async () => {
  const { content, builds, readContentVersion } = makeScheduler({ checkIntervalMs: 5 })
  content.version = 2
  await vi.waitFor(() => expect(builds).toHaveLength(1))
  readContentVersion.mockRejectedValue(new Error("connection refused"))
  builds[0]?.fail()
  await sleep(30)
  expect(builds).toHaveLength(1)
  readContentVersion.mockImplementation(async () => content.version)
  await vi.waitFor(() => expect(builds).toHaveLength(2))
})

test("50 changes in a row lead to a few builds with pauses, and the last build has the last change", async () => {
  const { scheduler, content, builds } = makeScheduler({ maxSpacingMs: 100 })
  const testStart = performance.now()
  const endBuildAfter40Ms = () => {
    const lastBuild = builds.at(-1)
    if (lastBuild && performance.now() - lastBuild.startedAt > 40) lastBuild.succeed()
  }
  for (let change = 0; change < 50; change += 1) {
    content.version += 1
    void scheduler.request()
    await sleep(4)
    endBuildAfter40Ms()
  }
  const lastRequest = scheduler.request()
  await vi.waitFor(() => {
    endBuildAfter40Ms()
    expect(performance.now() - (builds.at(-1)?.startedAt ?? 0)).toBeGreaterThan(150)
  })
  await lastRequest
  // Builds of 40 ms would start 120 ms apart; `maxSpacingMs` makes it 100 ms. 95 ms allow for inexact timers.
  expect(builds.length).toBeLessThanOrEqual((performance.now() - testStart) / 95 + 1)
  const starts = builds.map(({ startedAt }) => startedAt)
  expect(Math.min(...starts.slice(1).map((start, i) => start - (starts[i] ?? 0)))).toBeGreaterThan(
    95,
  )
  expect(builds.at(-1)?.version).toBe(content.version)
})

test("the starts of two builds are at least three times the duration of a build apart", async () => {
  const { scheduler, content, builds } = await startBuild({ maxSpacingMs: 60_000 })
  expect(builds).toHaveLength(1)
  // The first build takes 30 ms, so the second build starts 90 ms after the start of the first.
  await sleep(30)
  content.version += 1
  scheduler.request()
  builds[0]?.succeed()
  await vi.waitFor(() => expect(builds).toHaveLength(2), 5_000)
  expect((builds[1]?.startedAt ?? 0) - (builds[0]?.startedAt ?? 0)).toBeGreaterThan(90)
})

test("stop() waits for the end of the running build and then starts no requested build", async () => {
  const { scheduler, content, builds } = await startBuild()
  content.version = 2
  scheduler.request()
  const stopped = scheduler.stop()
  builds[0]?.succeed()
  await stopped
  expect(builds).toHaveLength(1)
})
