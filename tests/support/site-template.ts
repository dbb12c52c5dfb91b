/** Creates templates. A template is a data folder with demo content and its built site, one per state of the source code. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "../../netlify/host/listening.ts"
import { spawnHost, waitForExit, waitUntilHealthy } from "../host/support/started-host.ts"

/** The built pages contain this address, so all test hosts share one build. */
export const SITE_URL = `http://127.0.0.1:${process.env.E2E_PORT ?? 4399}`

const SOURCE_FOLDERS = ["db", "netlify", "public", "scripts", "src"]
const SOURCE_FILES = ["astro.config.mjs", "netlify.toml", "package-lock.json"]
/** Matches generated files and unit tests. The hash of the sources excludes them. */
const GENERATED_OR_TEST = /^(src\/fonts\/|public\/(art\/|[^/]+\.(svg|png)$))|\.test\.tsx?$/

async function hashSources(): Promise<string> {
  const hash = createHash("sha256").update(SITE_URL)
  const pathsByFolder = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((path) => `${folder}/${path}`),
    ),
  )
  for (const path of [...pathsByFolder.flat().sort(), ...SOURCE_FILES]) {
    if (GENERATED_OR_TEST.test(path) || !(await stat(path)).isFile()) continue
    hash.update(path).update(await readFile(path))
  }
  return hash.digest("hex").slice(0, 16)
}

export const HOST_SETTINGS = {
  HOST: "127.0.0.1",
  SITE_URL,
  DEMO: "1",
  // The next template reuses the pictures that were generated for this template.
  PICTURES_FOLDER: resolve(".cache/pictures"),
  DRAWINGS_PER_BUILD: "400",
  REBUILDS: "0",
  // Accepts X-Forwarded-For, so that each test can have its own IP address and rate limits.
  TRUSTED_PROXY: "127.0.0.1",
  GOOGLE_CLIENT_ID: "daina-test",
  GOOGLE_CLIENT_SECRET: "daina-test-secret",
}

/** Starts `npm start`'s host process with a data folder. The host ends when this process ends. */
export async function startHost(dataDir: string, settings: Record<string, string> = {}) {
  const preload = [
    "--import",
    join(import.meta.dirname, "../../netlify/host/build/end-with-host.ts"),
  ]
  const portAndFolder = { PORT: String(await findFreePort()), DATA_DIR: dataDir }
  const host = spawnHost({ ...HOST_SETTINGS, ...portAndFolder, ...settings }, preload)
  await waitUntilHealthy(host, 600_000)
  return {
    origin: host.origin,
    process: host.process,
    async stop() {
      host.process.kill("SIGTERM")
      await waitForExit(host)
    },
  }
}

/** Creates a temporary folder that the operating system's user who runs Postgres can enter. The caller removes the folder. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daina-data-"))
  await chmod(folder, 0o711)
  return folder
}

/** Copies the template into a new temporary folder, which the caller removes. */
export async function copyTemplate() {
  const folder = await makeDataFolder()
  const dataDir = join(folder, "data")
  await copyData(await getSiteTemplate(), dataDir)
  return { folder, dataDir }
}

/** Copies a data folder with its owners, and gives the copy's database another port. */
export async function copyData(from: string, to: string): Promise<void> {
  execFileSync("cp", ["-a", from, to])
  const secrets = join(to, "postgres/secrets.json")
  const copied: object = JSON.parse(await readFile(secrets, "utf8"))
  await writeFile(secrets, JSON.stringify({ ...copied, port: await findFreePort() }))
}

const doesExist = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const MAX_TEMPLATE_AGE_MS = 60 * 60 * 1000

export async function getSiteTemplate(): Promise<string> {
  const checkout = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 8)
  const templatesFolder = join(tmpdir(), `daina-template-${checkout}`)
  const folder = join(templatesFolder, await hashSources())
  if (await doesExist(folder)) return folder
  await mkdir(templatesFolder, { recursive: true })
  // Keeps recent templates, which another run may be using.
  for (const name of await readdir(templatesFolder)) {
    // If another test file is deleting the same template, stat() fails.
    const modifiedAt = await stat(join(templatesFolder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      Date.now,
    )
    if (Date.now() - modifiedAt > MAX_TEMPLATE_AGE_MS)
      await rm(join(templatesFolder, name), { recursive: true, force: true })
  }
  // Only one test file makes the template; the others wait.
  const lockFile = `${folder}.lock`
  const hasLock = await writeFile(lockFile, String(process.pid), { flag: "wx" }).then(
    () => true,
    () => false,
  )
  if (!hasLock) {
    while (await isLockOwnerRunning(lockFile)) await sleep(500)
    await rm(lockFile, { force: true })
    return getSiteTemplate()
  }
  try {
    const unfinished = `${folder}.${process.pid}`
    const host = await startHost(unfinished)
    await host.stop()
    await rename(unfinished, folder)
  } finally {
    await rm(lockFile, { force: true })
  }
  return folder
}

async function isLockOwnerRunning(lockFile: string): Promise<boolean> {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(Number(await readFile(lockFile, "utf8")), 0)
    return true
  } catch {
    return false
  }
}

export async function findBuiltSite(dataDir: string): Promise<string> {
  const sites = join(dataDir, "sites")
  const versionFile = (await readdir(sites, { recursive: true })).find((path) =>
    path.endsWith("build.json"),
  )
  if (!versionFile) throw new Error("There is no built site")
  return join(sites, dirname(versionFile))
}
