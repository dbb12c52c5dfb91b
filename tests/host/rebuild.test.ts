import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { createRebuilder } from "../../netlify/host/rebuild.ts"

/** A rebuilder whose builds end when the test says so. */
function makeRebuilder({ lookEveryMs = 60_000 } = {}) {
  const content = { version: 1 }
  let served = 1
  const builds: { succeed(): void; fail(): void }[] = []
  const wanted = vi.fn(async () => content.version)
  const rebuilder = createRebuilder({
    lookEveryMs,
    wanted,
    served: () => served,
    build: () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const version = content.version
      builds.push({
        succeed() {
          served = version
          resolve()
        },
        fail: () => reject(new Error("on purpose")),
      })
      return promise
    },
  })
  onTestFinished(() => {
    for (const { succeed } of builds) succeed()
    return rebuilder.stop()
  })
  return { rebuilder, content, builds, wanted }
}

const turn = () => sleep(5)

test("what is asked during a build makes exactly one more", async () => {
  const { rebuilder, content, builds } = makeRebuilder()
  rebuilder.ask()
  await turn()
  for (let asked = 0; asked < 5; asked += 1) {
    content.version += 1
    rebuilder.ask()
  }
  await turn()
  expect(builds).toHaveLength(1)
  builds[0]?.succeed()
  await turn()
  expect(builds).toHaveLength(2)
  builds[1]?.succeed()
  await turn()
  expect(builds).toHaveLength(2)
})

test("an asking resolves with a build that began after it", async () => {
  const { rebuilder, content, builds } = makeRebuilder()
  rebuilder.ask()
  await turn()
  content.version += 1
  const done = vi.fn()
  rebuilder.ask().then(done)
  builds[0]?.succeed()
  await turn()
  expect(done).not.toHaveBeenCalled()
  builds[1]?.succeed()
  await turn()
  expect(done).toHaveBeenCalledOnce()
})

test("a build that holds already what was asked during it makes no other", async () => {
  const { rebuilder, content, builds } = makeRebuilder()
  content.version = 2
  rebuilder.ask()
  await turn()
  rebuilder.ask()
  builds[0]?.succeed()
  await turn()
  expect(builds).toHaveLength(1)
})

test("content that is ahead is noticed without being asked", async () => {
  const { content, builds } = makeRebuilder({ lookEveryMs: 5 })
  await sleep(30)
  expect(builds).toHaveLength(0)
  content.version = 2
  await vi.waitFor(() => expect(builds).toHaveLength(1))
})

test("a version that failed waits for the next one", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  const { content, builds } = makeRebuilder({ lookEveryMs: 5 })
  content.version = 2
  await vi.waitFor(() => expect(builds).toHaveLength(1))
  builds[0]?.fail()
  await sleep(50)
  expect(builds).toHaveLength(1)
  content.version = 3
  await vi.waitFor(() => expect(builds).toHaveLength(2))
})

test("an asking tries a version again that failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  const { rebuilder, content, builds } = makeRebuilder()
  content.version = 2
  const first = rebuilder.ask()
  await turn()
  builds[0]?.fail()
  await first
  rebuilder.ask()
  await vi.waitFor(() => expect(builds).toHaveLength(2))
})

test("while the database is away nothing is built, and afterwards what was missed", async () => {
  const { content, builds, wanted } = makeRebuilder({ lookEveryMs: 5 })
  wanted.mockRejectedValue(new Error("connection refused"))
  content.version = 2
  await sleep(30)
  expect(builds).toHaveLength(0)
  wanted.mockImplementation(async () => content.version)
  await vi.waitFor(() => expect(builds).toHaveLength(1))
})

test("stopping waits for the build under way and begins no other", async () => {
  const { rebuilder, content, builds } = makeRebuilder()
  rebuilder.ask()
  await turn()
  content.version = 2
  rebuilder.ask()
  const stopped = rebuilder.stop()
  builds[0]?.succeed()
  await stopped
  expect(builds).toHaveLength(1)
})
