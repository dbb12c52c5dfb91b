/** Finds a Chromium for the browser tests and the bench, or fetches one. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

// The shell has no window to draw: the browser tests take two thirds of the time in it.
const SHELL = "chromium-headless-shell"
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

function onPath(name) {
  try {
    return execFileSync("which", [name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim()
  } catch {
    return ""
  }
}

async function playwrights() {
  const { chromium } = await import("@playwright/test")
  const path = chromium.executablePath()
  return existsSync(path) ? path : ""
}

async function found() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : ""
  return NAMES.map(onPath).find(Boolean) || (await playwrights())
}

const run = (command, args) => spawnSync(command, args, { stdio: "inherit" }).status === 0

function fetchWithApt() {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args]
    return run(command, rest)
  }
  if (!onPath("apt-get") || !apt("update", "-qq")) return
  // Not every release has the shell by itself.
  if (!apt("install", "-y", "-qq", SHELL)) apt("install", "-y", "-qq", "chromium")
}

/** The path of a Chromium; throws with what to do when there is none and none can be fetched. */
export async function chromiumPath() {
  const present = await found()
  if (present) return present
  console.log("No Chromium found: fetching one.")
  // Playwright's own first: it needs no rights. Its download may be out of reach, Debian's then is not.
  if (!run("npx", ["playwright", "install", "chromium"])) fetchWithApt()
  const fetched = await found()
  if (fetched) return fetched
  throw new Error(
    "There is no Chromium, and none could be fetched: neither `npx playwright install chromium` nor `apt-get install chromium` worked. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  )
}
