/**
 * Makes sure that node_modules fits package-lock.json. Runs before anything is installed, on whatever
 * Node there is, hence JavaScript without a single import from npm.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join, sep } from "node:path"

/** A reason why the packages could not be installed, in words for whoever typed the command. */
export class InstallFailure extends Error {}

const STAMP = ".daina-lock"
const SHOWN_LINES = 12

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "")

/** What an installation must fit: the lock file, and the machine that binaries were chosen for. */
function fingerprint(root) {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  return `${hash} ${process.platform} ${process.arch}`
}

/** Whether npm's own record of node_modules has every package of the lock file, in its version. */
function isInstalledByHand(root) {
  const record = readIfThere(join(root, "node_modules/.package-lock.json"))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === "" || link || installed[path]?.version === version || (optional && !installed[path]),
  )
}

/** The PATH without this project's own programs: an installation replaces the Node among them. */
function outerPath(root) {
  const own = join(root, "node_modules") + sep
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(delimiter)
}

function runNpm(root) {
  return spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    cwd: root,
    env: { ...process.env, PATH: outerPath(root) },
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "inherit", "pipe"],
  })
}

/** npm names the cause first; long advice and warnings about everything else follow. */
const errorsIn = (output) =>
  output
    .split("\n")
    .filter((line) => /^npm (error|ERR!) +(?!at )\S/.test(line))
    .slice(0, SHOWN_LINES)
    .join("\n  ")

const LOOK_EVERY_MS = 500
/** Longer than an installation takes: by then the process of that id is somebody else's. */
const LOCK_MS = 20 * 60_000

function isHeld(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LOCK_MS) return false
    process.kill(Number(readFileSync(lock, "utf8")), 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Runs the work while no other start of this clone does: two `npm ci` at once break each other. */
function alone(root, work) {
  const lock = join(root, ".cache/install.lock")
  mkdirSync(dirname(lock), { recursive: true })
  for (let isTold = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" })
      break
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    if (!isHeld(lock)) {
      rmSync(lock, { force: true })
      continue
    }
    if (!isTold) console.log(`Waiting for another start that installs the packages (${lock})…`)
    isTold = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Installs what package-lock.json names, unless that is done already.
 * @param {string} root the repository
 */
export function ensureInstalled(root) {
  const stamp = join(root, "node_modules", STAMP)
  const wanted = fingerprint(root)
  const ownNode = join(root, "node_modules/.bin/node")
  const isDone = () => existsSync(ownNode) && readIfThere(stamp) === wanted
  if (isDone()) return
  alone(root, () => {
    if (isDone()) return
    if (!existsSync(ownNode) || !isInstalledByHand(root)) install(root, ownNode)
    writeFileSync(stamp, wanted)
  })
}

function install(root, ownNode) {
  console.log("Installing packages (npm ci); this takes a minute or two and happens once…")
  const { status, error, stderr } = runNpm(root)
  if (error?.code === "ENOENT") {
    throw new InstallFailure(
      "npm is not installed, and Daina needs it to fetch its packages. Install Node 20 or newer with npm from https://nodejs.org, then start again.",
    )
  }
  if (status !== 0 || error || !existsSync(ownNode)) {
    const how = error ? `could not run (${error.message})` : `ended with code ${status}`
    throw new InstallFailure(
      `The packages could not be installed: npm ci ${how}. What it said:\n  ${errorsIn(stderr ?? "")}\nCheck the network (a proxy is set with "npm config set proxy ADDRESS"), the room on the disk and that ${root} may be written, then start again.`,
    )
  }
}
