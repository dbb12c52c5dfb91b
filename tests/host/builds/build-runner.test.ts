/** Tests the build runner with a fake renderer, which reads the texts of the pages from the file `plan.json`. */
import { spawn } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Db } from "../../../db/client.ts"
import { createBuildRunner } from "../../../netlify/host/build/build-runner.ts"
import { createLiveSite } from "../../../netlify/host/build/live-site.ts"
import { getStartTime } from "../../../netlify/host/processes.ts"
import { makeTemporaryFolder } from "../support/temporary-folder.ts"

/**
 * Source code of the fake renderer. Three texts have effects: for "never" the renderer hangs, for "odd" it fails to render
 * the page, and for "lost" it throws an error of the database.
 */
const FAKE_RENDERER = `
import { readFileSync, writeFileSync } from "node:fs"
let plan
const routeData = (name) => ({
  component: "src/pages/" + name, pathname: "/" + name, type: "endpoint", prerender: true, fallbackRoutes: [],
})
export const app = {
  manifest: {
    routes: ["index.html", "build.json", "search/en.json"].map((name) => ({ routeData: routeData(name), styles: [] })),
    clientDirectives: new Map(),
  },
  routeCache: {
    get() {},
    clearAll() {
      plan = JSON.parse(readFileSync("plan.json", "utf8"))
      if (plan.error) { console.error(plan.error); process.exit(1) }
    },
  },
  getComponentByRoute() {},
  setInternals() {},
  setOptions() {},
  async render({ url }) {
    globalThis.contentTracker?.onClockRead()
    if (plan.hang) {
      setInterval(() => {}, 1000)
      writeFileSync("hangs.txt", String(process.pid))
      await new Promise(() => {})
    }
    const text = plan.files[new URL(url).pathname.slice(1)]
    if (text === "never") await new Promise((resolve) => setTimeout(resolve, 60_000))
    if (text === "odd") throw new RangeError("Invalid time value")
    if (text === "lost") throw Object.assign(new Error("connection refused"), { name: "NeonDbError" })
    return new Response(text)
  },
}`
const FAKE_ASTRO = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
appendFileSync("bundled.txt", "once")
const { OUT_DIR, RENDERER_FOLDER } = process.env
for (const folder of [OUT_DIR, RENDERER_FOLDER]) mkdirSync(folder, { recursive: true })
writeFileSync(OUT_DIR + "/robots.txt", "")
writeFileSync(RENDERER_FOLDER + "/entry.mjs", ${JSON.stringify(FAKE_RENDERER)})
const renderer = { entry: "entry.mjs", origin: "http://localhost", styles: [], artState: "" }
writeFileSync(RENDERER_FOLDER + "/renderer.json", JSON.stringify(renderer))`

/**
 * Returns a database without tables. `dbCalls` lists calls of SQL functions: `["begin", version]`,
 * `["end", id, status, pages, error, seconds until the retry]` and `["failed pages", id, count, pages as JSON]`.
 */
function makeFakeDb() {
  const dbCalls: unknown[][] = []
  const state = { contentVersion: 100, isDown: false }
  const one: Db["one"] = async <Row>(strings: TemplateStringsArray, ...params: unknown[]) => {
    if (state.isDown) throw new Error("connection refused")
    const statement = strings.join("?")
    if (/record_failed_pages/.test(statement)) dbCalls.push(["failed pages", ...params])
    if (/begin_build|record_build_progress|end_build/.test(statement)) {
      dbCalls.push([/(\w+)_build/.exec(statement)?.[1], ...params])
    }
    const row: Row = JSON.parse(JSON.stringify({ version: state.contentVersion, id: 1 }))
    return row
  }
  const value: Db["value"] = async <Value>(
    strings: TemplateStringsArray,
    ...params: unknown[]
  ): Promise<Value | null> => {
    const row = await one<{ version: Value; id: Value }>(strings, ...params)
    return (strings.join().includes("version") ? row?.version : row?.id) ?? null
  }
  const rejectUnused = () => Promise.reject(new Error("unused"))
  const db: Db = { one, value, many: async () => [], batch: rejectUnused }
  return { db, dbCalls, state }
}

type Plan = { files: Record<string, string> } | { error: string } | { hang: true }

const SITE_KEY = "http://localhost cluster 1"

/** Creates a project with a fake renderer. `startHost` simulates a start of the host with the source key `source`. */
async function makeHost(folder?: string) {
  const root = folder ?? (await makeTemporaryFolder())
  await mkdir(join(root, "node_modules/astro/bin"), { recursive: true })
  await writeFile(join(root, "node_modules/astro/bin/astro.mjs"), FAKE_ASTRO)
  await writeFile(join(root, "netlify.toml"), "")
  const stopping = new AbortController()
  const { db, dbCalls, state } = makeFakeDb()
  const startHost = (source: string) => {
    const live = createLiveSite({ root, dataDir: root, redirects: [] })
    const runner = createBuildRunner({
      ...{ root, live, source, siteKey: SITE_KEY, pictures: join(root, "pictures") },
      ...{ siteUrl: "http://localhost", databaseUrl: "", db, signal: stopping.signal },
    })
    return { live, runner }
  }
  return {
    ...startHost("key"),
    startHost,
    writePlan: (plan: Plan) => writeFile(join(root, "plan.json"), JSON.stringify(plan)),
    ...{ root, dbCalls, state, stopping },
  }
}

const makeSitePlan = (text: string, version: number) => ({
  files: { "index.html": text, "build.json": JSON.stringify({ version }) },
})

let builtRoot: string

beforeAll(async () => {
  builtRoot = await mkdtemp(join(tmpdir(), "daina-built-"))
  const { runner, writePlan } = await makeHost(builtRoot)
  await writePlan(makeSitePlan("one", 3))
  await runner.build()
})
afterAll(() => rm(builtRoot, { recursive: true }))

async function makeBuiltHost() {
  const root = await makeTemporaryFolder()
  await cp(builtRoot, root, { recursive: true })
  const host = await makeHost(root)
  await host.live.resume(SITE_KEY)
  await host.runner.start()
  return host
}

const findHangingProcess = (root: string) =>
  vi.waitFor(async () => {
    const pid = Number(await readFile(join(root, "hangs.txt"), "utf8"))
    expect(pid).toBeGreaterThan(0)
    return pid
  }, 60_000)

// Each build starts two processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

vi.spyOn(console, "log").mockImplementation(() => {})
vi.spyOn(console, "error").mockImplementation(() => {})

test("a built site is served and the build is recorded, and the next start serves this site", async () => {
  const { live, runner, startHost, writePlan, dbCalls } = await makeHost()
  await writePlan(makeSitePlan("one", 3))
  await runner.build()
  expect(live.current()).not.toBeNull()
  expect(runner.version()).toBe(3)
  expect(dbCalls[0]).toEqual(["begin", 100])
  expect(dbCalls.at(-1)).toEqual(["end", 1, "succeeded", 1, null, null])

  const nextStart = startHost("key")
  expect(await nextStart.live.resume(SITE_KEY)).toBe(true)
  expect(nextStart.runner.version()).toBe(3)
  expect(await nextStart.runner.start(), "the site was built from the same source code").toBe(true)
})

test("the old site is served after a deploy until the new site is built", async () => {
  const { startHost, writePlan, root } = await makeBuiltHost()
  const nextStart = startHost("another source")
  expect(await nextStart.live.resume(SITE_KEY)).toBe(true)
  expect(await nextStart.runner.start(), "another source code needs a build").toBe(false)
  expect(nextStart.runner.version()).toBe(3)
  await writePlan(makeSitePlan("one", 4))
  await nextStart.runner.build()
  expect(nextStart.runner.version()).toBe(4)
  expect(await readdir(join(root, "sites/2/dist"))).toContain("index.html")
  expect(await nextStart.runner.start()).toBe(true)
})

test("a failed build after a deploy keeps the old site and records the reason", async () => {
  const { startHost, writePlan, dbCalls, root } = await makeBuiltHost()
  const nextStart = startHost("another source")
  await nextStart.live.resume(SITE_KEY)
  const servedSite = nextStart.live.current()
  await writePlan({ error: "The component <Broken> does not exist" })
  await expect(nextStart.runner.build(5_000)).rejects.toThrow("<Broken>")
  expect(nextStart.live.current()).toBe(servedSite)
  expect(dbCalls.at(-1)?.slice(2)).toEqual([
    ...["failed", null, "The component <Broken> does not exist", 5],
  ])
  expect(await readdir(join(root, "sites"))).toEqual(["1"])
  await writePlan(makeSitePlan("two", 3))
  await nextStart.runner.build()
  expect(await nextStart.runner.start()).toBe(true)
})

test("a site that is newer than the restored database is not served", async () => {
  const { startHost, state } = await makeBuiltHost()
  const nextStart = startHost("key")
  await nextStart.live.resume(SITE_KEY)
  state.contentVersion = 2
  expect(await nextStart.runner.start()).toBe(false)
  expect(nextStart.live.current()).toBeNull()
})

test.each(["https://daina.example cluster 1", "http://localhost cluster 2"])(
  "a site of another address or database is not served: %s",
  async (siteKey) => {
    const { startHost } = await makeBuiltHost()
    const nextStart = startHost("key")
    expect(await nextStart.live.resume(siteKey)).toBe(false)
    expect(nextStart.live.current()).toBeNull()
  },
)

test("Astro bundles once, and only a full build writes unchanged files again", async () => {
  const { runner, writePlan, root } = await makeBuiltHost()
  await writePlan(makeSitePlan("one", 4))
  await runner.build()
  expect(await readFile(join(root, "bundled.txt"), "utf8")).toBe("once")
  expect((await readdir(join(root, "sites/2/dist"))).sort()).toEqual(["build.json"])
  runner.requestFullBuild()
  await runner.build()
  expect(await readdir(join(root, "sites/3/dist"))).toContain("index.html")
  await runner.build()
  expect(
    await readdir(join(root, "sites/4/dist")),
    "the next build is incremental again",
  ).not.toContain("index.html")
})

const makePlanWithSearch = (version: number, list: string) => ({
  files: { ...makeSitePlan("one", version).files, "search/en.json": list },
})

test("if a build is stopped in its second pass, the site from before the build is served again", async () => {
  const { live, runner, writePlan, stopping } = await makeHost()
  await writePlan(makePlanWithSearch(3, "{}"))
  await runner.build()
  const servedSite = live.current()
  await writePlan(makePlanWithSearch(4, "never"))
  const build = expect(runner.build()).rejects.toThrow()
  await vi.waitFor(() => expect(runner.version()).toBe(4), 60_000)
  stopping.abort()
  await build
  expect(runner.version()).toBe(3)
  expect(live.current()).toBe(servedSite)
})

test("a failed incremental build is followed by a full build", async () => {
  const { runner, writePlan, root, dbCalls } = await makeBuiltHost()
  // Makes the stored page inputs of the previous build unreadable, so that an incremental build fails.
  await writeFile(join(root, "sites/1/rendered.json"), "{")
  await writePlan(makeSitePlan("two", 4))
  await runner.build()
  expect(runner.version()).toBe(4)
  expect(dbCalls.at(-1)?.[2]).toBe("succeeded")
  expect((await readdir(join(root, "sites"))).sort()).toEqual(["1", "2"])
})

const RENDER_ERROR = "Invalid time value"

test("a page that cannot be rendered keeps its earlier version and is recorded", async () => {
  const { runner, writePlan, root, dbCalls } = await makeHost()
  await writePlan(makePlanWithSearch(3, "first"))
  await runner.build()
  const readBody = async (path: string) => {
    const manifest = JSON.parse(await readFile(join(root, "sites/2/manifest.json"), "utf8"))
    return readFile(join(root, "sites", manifest[path].from, path), "utf8")
  }
  await writePlan({ files: { ...makeSitePlan("two", 4).files, "search/en.json": "odd" } })
  await runner.build()
  expect(runner.version()).toBe(4)
  expect(await readBody("/search/en.json")).toBe("first")
  expect(await readBody("/index.html")).toBe("two")
  const pages = JSON.stringify([{ path: "/search/en.json", reason: RENDER_ERROR }])
  const findFailedPagesRecord = () => dbCalls.findLast(([name]) => name === "failed pages")
  expect(findFailedPagesRecord()).toEqual(["failed pages", 1, 1, pages])
  expect(dbCalls.at(-1)).toEqual(["end", 1, "succeeded", 1, null, null])
  runner.requestFullBuild()
  await runner.build()
  expect(findFailedPagesRecord()).toEqual(["failed pages", 1, 1, pages])
  await writePlan(makePlanWithSearch(5, "second"))
  await runner.build()
  expect(findFailedPagesRecord()).toEqual(["failed pages", 1, 0, "[]"])
})

test("the first build leaves out a page that cannot be rendered", async () => {
  const { runner, writePlan, root } = await makeHost()
  await writePlan(makePlanWithSearch(3, "odd"))
  await runner.buildFirst()
  expect(runner.version()).toBe(3)
  const manifest = JSON.parse(await readFile(join(root, "sites/1/manifest.json"), "utf8"))
  expect(Object.keys(manifest)).toContain("/index.html")
  expect(Object.keys(manifest)).not.toContain("/search/en.json")
})

test("a first build that can render no page fails, and its error contains the reason", async () => {
  const { runner, writePlan } = await makeHost()
  await writePlan(makeSitePlan("odd", 3))
  await expect(runner.buildFirst()).rejects.toThrow(/could not be built.*Invalid time value/s)
})

test("if the database fails while a page is rendered, the whole build fails", async () => {
  const { runner, writePlan, dbCalls } = await makeHost()
  await writePlan(makePlanWithSearch(3, "first"))
  await runner.build()
  await writePlan(makePlanWithSearch(4, "lost"))
  await expect(runner.build(5_000)).rejects.toThrow("connection refused")
  expect(runner.version()).toBe(3)
  expect(dbCalls.at(-1)).toEqual([
    ...["end", 1, "failed", null, expect.stringContaining("connection refused"), 5],
  ])
})

test("while the database is down a build fails and the old site is still served", async () => {
  const { runner, state } = await makeBuiltHost()
  state.isDown = true
  await expect(runner.build()).rejects.toThrow("connection refused")
  expect(runner.version()).toBe(3)
})

test("stopping the host ends the running build", async () => {
  const { runner, writePlan, stopping } = await makeHost()
  await writePlan({ hang: true })
  const build = runner.build()
  await sleep(300)
  const startedAt = performance.now()
  stopping.abort()
  await expect(build).rejects.toThrow("stopped")
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test("a build ends when its host is killed", async () => {
  const { root, writePlan } = await makeHost()
  await writePlan({ hang: true })
  const script = `
    import { buildSite } from ${JSON.stringify(join(process.cwd(), "netlify/host/build/build-site.ts"))}
    await buildSite({
      root: ${JSON.stringify(root)}, sitesFolder: ${JSON.stringify(join(root, "sites"))}, number: 1, source: "key",
      siteUrl: "http://localhost", databaseUrl: "",
      signal: new AbortController().signal, onProgress() {},
    })`
  const host = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script])
  const pid = await findHangingProcess(root)
  expect(getStartTime(pid)).not.toBeNull()
  host.kill("SIGKILL")
  await vi.waitFor(() => expect(getStartTime(pid)).toBeNull(), 5_000)
})

test("a build whose process was killed is recorded as killed", async () => {
  const { runner, writePlan, dbCalls, root } = await makeHost()
  await writePlan({ hang: true })
  const build = expect(runner.build()).rejects.toThrow(/killed \(SIGKILL\)/)
  const pid = await findHangingProcess(root)
  process.kill(pid, "SIGKILL")
  await build
  expect(String(dbCalls.at(-1)?.[4])).toContain("SIGKILL")
})
