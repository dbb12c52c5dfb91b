import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

/** A fake npm that records its calls, fails if two run at the same time, and takes NPM_SECONDS. */
const FAKE_NPM = `#!/bin/sh
echo "$@" >> calls
mkdir busy || exit 1
test -z "$NPM_SECONDS" || sleep $NPM_SECONDS
mkdir -p node_modules/.bin node_modules/esbuild
case "$*" in *--ignore-scripts*|rebuild*) ;; *) touch node_modules/.bin/node ;; esac
rmdir busy
`

const SLOW_NPM = { NPM_SECONDS: "0.4" }
const PUBLIC_SITE = { SITE_URL: "https://example.org" }

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daina-install-"))
  await mkdir(join(root, "bin"))
  await writeFile(join(root, "bin/npm"), FAKE_NPM, { mode: 0o755 })
  await writeLockFile("1.0.0")
  const allowScripts = { node: true, esbuild: true, sharp: true }
  await writeFile(join(root, "package.json"), JSON.stringify({ allowScripts }))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function writeLockFile(nodeVersion: string) {
  const packages = { "node_modules/node": { version: nodeVersion } }
  await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages }))
}

async function install(settings: Record<string, string> = {}, options = {}) {
  const module = new URL("install.mjs", import.meta.url).href
  const call = `ensureInstalled("${root}", ${JSON.stringify(options)})`
  const script = `const { ensureInstalled } = await import("${module}"); ${call}`
  const { NODE_ENV, SITE_URL, ...outer } = process.env
  const env = { ...outer, PATH: join(root, "bin") + delimiter + process.env.PATH, ...settings }
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env })
  const [code] = await once(child, "exit")
  return code
}

const readNpmCalls = async () =>
  (await readFile(join(root, "calls"), "utf8"))
    .trim()
    .split("\n")
    .map((call) => call.replace(" --no-audit --no-fund", ""))

test("two first starts at the same time run npm only once", async () => {
  expect(await Promise.all([install(SLOW_NPM), install(SLOW_NPM)])).toEqual([0, 0])
  expect(await readNpmCalls()).toHaveLength(1)
})

test("the lock of a killed installation is ignored", async () => {
  const endedProcess = spawn(process.execPath, ["-e", ""])
  await once(endedProcess, "exit")
  await mkdir(join(root, ".cache"))
  await writeFile(join(root, ".cache/install.lock"), String(endedProcess.pid))
  expect(await install()).toBe(0)
  expect(await readNpmCalls()).toHaveLength(1)
})

test.each([
  ["a public site", "ci --omit=dev", PUBLIC_SITE],
  ["production", "ci --omit=dev", { NODE_ENV: "production" }],
  ["a laptop", "ci --include=dev", {}],
  [
    "a site with the host name localhost",
    "ci --include=dev",
    { SITE_URL: "http://localhost:4321" },
  ],
  ["a site with a loopback address", "ci --include=dev", { SITE_URL: "http://[::1]:4321" }],
])("%s installs its packages with `npm %s`", async (_, call, settings) => {
  expect(await install(settings)).toBe(0)
  expect(await readNpmCalls()).toEqual([call])
})

test("a public site does not download Node if the machine's Node has the required version", async () => {
  await writeLockFile(process.versions.node)
  expect(await install(PUBLIC_SITE)).toBe(0)
  expect(await install(PUBLIC_SITE)).toBe(0)
  expect(await readNpmCalls()).toEqual(["ci --omit=dev --ignore-scripts", "rebuild esbuild"])
})

test("an existing installation is reused, with or without developer packages", async () => {
  await install(PUBLIC_SITE)
  expect(await install()).toBe(0)
  expect(await readNpmCalls()).toHaveLength(1)
  await writeLockFile("2.0.0")
  await install()
  expect(await install(PUBLIC_SITE)).toBe(0)
  expect(await readNpmCalls()).toHaveLength(2)
})

test("a command for developers installs the missing developer packages", async () => {
  await install(PUBLIC_SITE)
  expect(await install(PUBLIC_SITE, { forDevelopers: true })).toBe(0)
  expect(await install(PUBLIC_SITE, { forDevelopers: true })).toBe(0)
  expect(await readNpmCalls()).toEqual(["ci --omit=dev", "ci --include=dev"])
})

test("packages that were installed with a manual `npm ci` are not installed again", async () => {
  const packages = {
    "node_modules/node": { version: "1.0.0" },
    "node_modules/vitest": { version: "1.0.0", dev: true },
  }
  await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages }))
  await mkdir(join(root, "node_modules/.bin"), { recursive: true })
  await writeFile(join(root, "node_modules/.bin/node"), "")
  const installed = { packages: { "node_modules/node": { version: "1.0.0" } } }
  await writeFile(join(root, "node_modules/.package-lock.json"), JSON.stringify(installed))
  expect(await install()).toBe(0)
  await expect(readNpmCalls()).rejects.toThrow("ENOENT")
  expect(await install({}, { forDevelopers: true })).toBe(0)
  expect(await readNpmCalls()).toEqual(["ci --include=dev"])
})
