/** `npm test`: installs what is missing, then runs every check on the project's own Node. */
import { ensureInstalled, runOnProjectNode } from "./install.mjs"

await ensureInstalled()
await runOnProjectNode(["scripts/run-checks.ts", ...process.argv.slice(2)])
