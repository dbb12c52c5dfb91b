import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { listFunctions } from "@netlify/zip-it-and-ship-it"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testDatabase } from "../../support/database.ts"
import { makePlainEnvironment } from "../support/started-host.ts"

const { buildUrl } = testDatabase()

let folder: string
let output: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-netlify-build-"))
  const env = {
    ...makePlainEnvironment(),
    NODE_ENV: "production",
    DATABASE_URL: buildUrl,
    OUT_DIR: join(folder, "dist"),
    CACHE_DIR: join(folder, "cache"),
    DEPLOY_ID: "deploy-of-a-test",
  }
  const run = promisify(execFile)
  const { stdout } = await run("node_modules/.bin/astro", ["build"], { env, maxBuffer: 50_000_000 })
  output = stdout
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test("the build is static and adds no functions", async () => {
  expect(output).toContain("adapter: @astrojs/netlify")
  expect(output).toContain('mode: "static"')
  expect(await listFunctions(".netlify/v1/functions")).toEqual([])
})

test("script URLs do not contain the deploy id, so that browsers keep scripts after a deploy", async () => {
  const page = await readFile(join(folder, "dist/index.html"), "utf8")
  expect(page).toContain('src="/_astro/')
  expect(page).not.toContain("deploy-of-a-test")
})
