/** Installs a copy of the project without developer packages, as on a server, and runs its commands. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { findFreePort } from "../../netlify/host/listening.ts"
import { testDatabase } from "../support/database.ts"
import { sendRequest } from "./support/serve-fixture.ts"
import { makePlainEnvironment } from "./support/started-host.ts"

const MAX_INSTALLED_BYTES = 400_000_000
const SITE_URL = "https://daina.example"
const MEMBER = { email: "chief@daina.example", password: "a-long-walk-home", terms: true }

const { ownerUrl, appUrl, authUrl } = testDatabase()

let root: string
let site: string
let env: NodeJS.ProcessEnv
let port: number
let host: ChildProcess
let output = ""

const run = async (file: string, args: string[] = [], settings: NodeJS.ProcessEnv = {}) =>
  (
    await promisify(execFile)(process.execPath, ["scripts/run.mjs", file, ...args], {
      cwd: site,
      env: { ...env, ...settings },
      maxBuffer: 50_000_000,
    })
  ).stdout

async function countBytesOnDisk(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const inodes = new Map<number, number>()
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const { ino, blocks } = await stat(join(entry.parentPath, entry.name))
        inodes.set(ino, blocks * 512)
      }),
  )
  return [...inodes.values()].reduce((sum, size) => sum + size, 0)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daina-production-"))
  // If the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(root, 0o711)
  site = join(root, "site")
  const fileList = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 50_000_000,
  })
  for (const file of fileList.split("\0").filter((file) => file && !file.startsWith("tests/"))) {
    await mkdir(dirname(join(site, file)), { recursive: true })
    // git also lists files that were deleted without a commit.
    await cp(file, join(site, file)).catch((error) => {
      if (error.code !== "ENOENT") throw error
    })
  }
  await mkdir(join(root, "data"), { mode: 0o711 })
  port = await findFreePort()
  env = { ...makePlainEnvironment(), SITE_URL, PORT: String(port), DATA_DIR: join(root, "data") }
  host = spawn(process.execPath, ["scripts/run.mjs", "netlify/host/main.ts"], { cwd: site, env })
  for (const stream of [host.stdout, host.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  await vi.waitFor(
    async () => {
      if (host.exitCode !== null) throw new Error(`The host ended. It printed:\n${output}`)
      const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      expect(response?.status, output).toBe(200)
    },
    { timeout: 600_000, interval: 500 },
  )
}, 660_000)

afterAll(async () => {
  host.kill("SIGTERM")
  if (host.exitCode === null) await once(host, "exit")
  await rm(root, { recursive: true, force: true })
})

test("node_modules has no developer packages and is small", async () => {
  const packages = await readdir(join(site, "node_modules"))
  for (const name of ["vitest", "lighthouse", "@playwright", "@biomejs"]) {
    expect(packages).not.toContain(name)
  }
  expect(await countBytesOnDisk(join(site, "node_modules"))).toBeLessThan(MAX_INSTALLED_BYTES)
}, 60_000)

test("the site is built and served", async () => {
  for (const path of ["/", "/lv/teams", "/feed.xml"]) {
    const response = await sendRequest(port, { path, headers: { host: "daina.example" } })
    expect([path, response.status]).toEqual([path, 200])
  }
})

test("the commands make-admin, backup and restore work", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/sign-up`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "x-forwarded-proto": "https" },
      ...{ origin: SITE_URL, "sec-fetch-site": "same-origin" },
    },
    body: JSON.stringify(MEMBER),
  })
  expect(response.status).toBeLessThan(300)
  expect(await run("netlify/host/make-admin.ts", [MEMBER.email])).toContain("is a super admin now")
  const file = join(root, "backup.tar.gz")
  expect(await run("netlify/host/backup/main.ts", ["backup", file])).toContain("Backed up")
  const DATA_DIR = join(root, "restored")
  await mkdir(DATA_DIR, { mode: 0o711 })
  const restored = await run("netlify/host/backup/main.ts", ["restore", file], { DATA_DIR })
  expect(restored).toContain("Restored the backup")
  expect(await run("netlify/host/make-admin.ts", [MEMBER.email], { DATA_DIR })).toContain(
    "is a super admin already",
  )
}, 120_000)

test("the commands for the newsletter and for migrations work", async () => {
  const issue = join(site, "docs/examples/newsletter.md")
  expect(await run("scripts/newsletter.ts", [issue, "--dry-run"])).toMatch(/0 emails|nobody/i)
  const migrated = await run("netlify/host/migrate.ts", [], {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: appUrl,
    AUTH_DATABASE_URL: authUrl,
  })
  expect(migrated).toContain("The database is up to date")
}, 60_000)
