/** Installs the packages of package-lock.json. This file imports no package and runs on Node 20. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join, sep } from "node:path"

export class InstallFailure extends Error {}

/** File in node_modules that records which lock file and which kind of installation is installed. */
const STAMP_FILE = ".daina-lock"
const MAX_ERROR_LINES = 12

/** The two kinds of installations: with and without developer packages. */
const EVERYTHING = "everything"
const SITE = "site"

const readFileOrEmpty = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "")

const readJson = (root, file) => JSON.parse(readFileSync(join(root, file), "utf8"))

/**
 * Returns a text that identifies the lock file and the kind of machine,
 * because some packages depend on the machine.
 */
function createFingerprint(root) {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  return `${hash} ${process.platform} ${process.arch}`
}

/** Returns whether the packages that npm has recorded match the lock file, for example after a manual `npm ci`. */
function isInstalledByHand(root, kind) {
  const record = readFileOrEmpty(join(root, "node_modules/.package-lock.json"))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const canBeMissing = ({ optional, dev, devOptional }) =>
    optional || (kind === SITE && (dev || devOptional))
  return Object.entries(readJson(root, "package-lock.json").packages).every(
    ([path, entry]) =>
      path === "" ||
      entry.link ||
      (installed[path] ? installed[path].version === entry.version : canBeMissing(entry)),
  )
}

/** Returns whether the environment variables are those of a public site, not of a developer's machine. */
function isPublicSite({ NODE_ENV, SITE_URL }) {
  if (NODE_ENV === "production") return true
  if (!SITE_URL || !URL.canParse(SITE_URL)) return false
  return !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(SITE_URL).hostname)
}

const getOwnNode = (root) => join(root, "node_modules/.bin/node")

/** Returns whether the Node that is installed on the machine has the major version that the lock file requires. */
function hasMatchingNode(root) {
  const requiredVersion = readJson(root, "package-lock.json").packages["node_modules/node"]?.version
  const isOwn = process.execPath.startsWith(join(root, "node_modules") + sep)
  const env = { ...process.env, PATH: getOuterPath(root) }
  const version = isOwn
    ? spawnSync("node", ["--version"], { env, encoding: "utf8" }).stdout
    : process.version
  return (
    Boolean(requiredVersion) && parseInt(version?.slice(1), 10) === parseInt(requiredVersion, 10)
  )
}

/**
 * Returns PATH without folders in node_modules,
 * because npm replaces the Node in node_modules during the installation.
 */
function getOuterPath(root) {
  const modulesFolder = join(root, "node_modules") + sep
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modulesFolder))
    .join(delimiter)
}

function runNpm(root, ...args) {
  return spawnSync("npm", [...args, "--no-audit", "--no-fund"], {
    cwd: root,
    env: { ...process.env, PATH: getOuterPath(root) },
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "inherit", "pipe"],
  })
}

const findErrors = (output) =>
  output
    .split("\n")
    .filter((line) => /^npm (error|ERR!) +(?!at )\S/.test(line))
    .slice(0, MAX_ERROR_LINES)
    .join("\n  ")

const POLL_INTERVAL_MS = 500
/**
 * An older lock file is ignored,
 * because no installation takes so long and another process may have got the same id.
 */
const MAX_LOCK_AGE_MS = 20 * 60_000

/** Returns whether the process whose id is in the lock file still runs. */
function isHeld(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > MAX_LOCK_AGE_MS) return false
    process.kill(Number(readFileSync(lock, "utf8")), 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Runs `work` while no other process does, because two simultaneous `npm ci` in the same folder fail. */
function runWithInstallLock(root, work) {
  const lock = join(root, ".cache/install.lock")
  mkdirSync(dirname(lock), { recursive: true })
  for (let isLogged = false; ; ) {
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
    if (!isLogged) console.log(`Waiting for another start that installs the packages (${lock})…`)
    isLogged = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS)
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Installs the packages of package-lock.json unless they are already installed. Without `forDevelopers`, an
 * installation with or without developer packages is sufficient, and a public site gets the one without.
 * @param {string} root folder of the repository
 * @param {{ forDevelopers?: boolean }} [options]
 */
export function ensureInstalled(root, { forDevelopers = false } = {}) {
  const stamp = join(root, "node_modules", STAMP_FILE)
  const expectedFingerprint = createFingerprint(root)
  const kinds = forDevelopers ? [EVERYTHING] : [EVERYTHING, SITE]
  const canRun = () => existsSync(getOwnNode(root)) || hasMatchingNode(root)
  const isDone = () =>
    kinds.some((kind) => readFileOrEmpty(stamp) === `${expectedFingerprint} ${kind}`) && canRun()
  if (isDone()) return
  runWithInstallLock(root, () => {
    if (isDone()) return
    let installed = kinds.find((kind) => canRun() && isInstalledByHand(root, kind))
    if (!installed) {
      installed = !forDevelopers && isPublicSite(process.env) ? SITE : EVERYTHING
      install(root, installed)
    }
    writeFileSync(stamp, `${expectedFingerprint} ${installed}`)
  })
}

function install(root, kind) {
  console.log("Installing packages (npm ci); this takes a minute or two and happens once…")
  if (kind === EVERYTHING) return check(root, "ci", runNpm(root, "ci", "--include=dev"))
  if (!hasMatchingNode(root)) return check(root, "ci", runNpm(root, "ci", "--omit=dev"))
  // The install script of the package `node` would download 190 MB.
  check(root, "ci", runNpm(root, "ci", "--omit=dev", "--ignore-scripts"))
  const withScripts = Object.keys(readJson(root, "package.json").allowScripts ?? {}).filter(
    (name) => name !== "node" && existsSync(join(root, "node_modules", name)),
  )
  if (withScripts.length > 0) check(root, "rebuild", runNpm(root, "rebuild", ...withScripts))
}

/** Throws an {@link InstallFailure} unless the npm command succeeded and there is a Node that can run the project. */
function check(root, command, { status, error, stderr }) {
  if (error?.code === "ENOENT") {
    throw new InstallFailure(
      "npm is not installed, and Daina needs it to fetch its packages. Install Node 20 or newer with npm from https://nodejs.org, then start again.",
    )
  }
  if (status !== 0 || error || !(existsSync(getOwnNode(root)) || hasMatchingNode(root))) {
    const how = error ? `could not run (${error.message})` : `ended with code ${status}`
    throw new InstallFailure(
      `The packages could not be installed: npm ${command} ${how}. Output:\n  ${findErrors(stderr ?? "")}\nCheck the network (a proxy is set with "npm config set proxy URL"), the free disk space and that ${root} is writable, then start again.`,
    )
  }
}
