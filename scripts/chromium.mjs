/** Finds or installs a Chromium for browser tests and benches. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

// Browser tests take a third less time in the headless shell.
const SHELL = "chromium-headless-shell"
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** Returns the path of a program; empty if there is none. */
const onPath = (name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim() ?? ""

async function playwrightChromium() {
  const { chromium } = await import("@playwright/test")
  const path = chromium.executablePath()
  return existsSync(path) ? path : ""
}

async function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : ""
  return NAMES.map(onPath).find(Boolean) || (await playwrightChromium())
}

const run = (command, args) => spawnSync(command, args, { stdio: "inherit" }).status === 0

function installWithApt() {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args]
    return run(command, rest)
  }
  if (!onPath("apt-get") || !apt("update", "-qq")) return
  // Not every Debian release has a package of the shell.
  if (!apt("install", "-y", "-qq", SHELL)) apt("install", "-y", "-qq", "chromium")
}

/** Returns the path of a Chromium; throws when none can be installed. */
export async function chromiumPath() {
  const existingPath = await findChromium()
  if (existingPath) return existingPath
  console.log("No Chromium found; installing one.")
  // Playwright's download needs no root rights. If it is unreachable, a Debian mirror may work.
  if (!run("npx", ["playwright", "install", "chromium"])) installWithApt()
  const installedPath = await findChromium()
  if (installedPath) return installedPath
  throw new Error(
    "There is no Chromium, and none could be installed: neither `npx playwright install chromium` nor `apt-get install chromium` worked. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  )
}
