/** `npm start`: installs when needed, then runs the host on the project's own Node. */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureInstalled, InstallFailure } from "./install.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")

try {
  ensureInstalled(root)
} catch (error) {
  console.error(error instanceof InstallFailure ? error.message : error)
  process.exit(1)
}

const node = join(root, "node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node")
const host = spawn(node, [join(root, "netlify/host/main.ts")], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
})
host.on("error", (error) => {
  console.error(
    `Daina's own Node could not be run (${node}): ${error.message}. Remove the folder node_modules and start again.`,
  )
  process.exit(1)
})
host.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

// A terminal sends Ctrl-C to the host too; it knows that several in one moment are one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => host.kill(signal))
