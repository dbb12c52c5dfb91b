import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

/** An npm that takes its time, notes that it was called, and cannot bear another one beside it. */
const NPM = `#!/bin/sh
echo called >> calls
mkdir busy || exit 1
sleep 0.4
mkdir -p node_modules/.bin && touch node_modules/.bin/node
rmdir busy
`

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daina-install-"))
  await mkdir(join(root, "bin"))
  await writeFile(join(root, "bin/npm"), NPM, { mode: 0o755 })
  await writeFile(join(root, "package-lock.json"), '{"packages":{}}')
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function start() {
  const module = new URL("install.mjs", import.meta.url).href
  const script = `const { ensureInstalled } = await import("${module}"); ensureInstalled("${root}")`
  const env = { ...process.env, PATH: join(root, "bin") + delimiter + process.env.PATH }
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env })
  const [code] = await once(child, "exit")
  return code
}

const calls = async () => (await readFile(join(root, "calls"), "utf8")).split("\n").length - 1

test("two first starts at once install one after the other, and once", async () => {
  expect(await Promise.all([start(), start()])).toEqual([0, 0])
  expect(await calls()).toBe(1)
})

test("a start that was killed while it installed holds up nobody", async () => {
  const gone = spawn(process.execPath, ["-e", ""])
  await once(gone, "exit")
  await mkdir(join(root, ".cache"))
  await writeFile(join(root, ".cache/install.lock"), String(gone.pid))
  expect(await start()).toBe(0)
  expect(await calls()).toBe(1)
})
