import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

// The first choice, because browser tests take a third less time in the headless shell.
const HEADLESS_SHELL = "chromium-headless-shell"
const PROGRAM_NAMES = [
  HEADLESS_SHELL,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]

const findProgram = (name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim() ?? ""

async function findPlaywrightChromium() {
  const { chromium } = await import("@playwright/test")
  const path = chromium.executablePath()
  return existsSync(path) ? path : ""
}

async function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : ""
  return PROGRAM_NAMES.map(findProgram).find(Boolean) || (await findPlaywrightChromium())
}

const isSuccessful = (command, args) => spawnSync(command, args, { stdio: "inherit" }).status === 0

function installWithApt() {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args]
    return isSuccessful(command, rest)
  }
  if (!findProgram("apt-get") || !apt("update", "-qq")) return
  // Some Debian releases have no package for the headless shell.
  if (!apt("install", "-y", "-qq", HEADLESS_SHELL)) apt("install", "-y", "-qq", "chromium")
}

/** Returns the path of a Chromium program. Installs Chromium if there is none; throws if the installation fails. */
export async function ensureChromium() {
  const existingPath = await findChromium()
  if (existingPath) return existingPath
  console.log("No Chromium found; installing one.")
  if (!isSuccessful("npx", ["playwright", "install", "chromium"])) installWithApt()
  const installedPath = await findChromium()
  if (installedPath) return installedPath
  throw new Error(
    "There is no Chromium, and none could be installed: neither `npx playwright install chromium` nor `apt-get install chromium` worked. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  )
}
