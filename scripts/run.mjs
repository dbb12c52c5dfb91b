/** `node scripts/run.mjs FILE [ARGUMENT …]` installs packages and runs a file on the project's own Node. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureInstalled, InstallFailure } from "./install.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const [file, ...fileArguments] = process.argv.slice(2)

const DEVELOPER_FILES = /^(scripts\/(run-checks\.ts|bench\/)|netlify\/host\/dev\.ts)/

try {
  // Container images and the releases of deploy/deploy.sh contain their packages.
  const isComplete = process.env.INSTALL === "0" || existsSync(join(root, ".installed"))
  if (!isComplete) ensureInstalled(root, { forDevelopers: DEVELOPER_FILES.test(file) })
} catch (error) {
  console.error(error instanceof InstallFailure ? error.message : error)
  process.exit(1)
}

const ownNode = join(root, "node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node")
const node = existsSync(ownNode) ? ownNode : process.execPath
const child = spawn(node, [join(root, file), ...fileArguments], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
  shell: process.platform === "win32",
})
child.on("error", (error) => {
  console.error(
    `Daina's own Node could not be run (${node}): ${error.message}. Remove the folder node_modules and start again.`,
  )
  process.exit(1)
})
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

// A terminal sends Ctrl-C to both processes, so the child process gets it twice. The host ignores the second signal.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
