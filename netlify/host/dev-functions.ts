/** Serves the functions for `npm run dev`. Astro's dev server forwards requests to them (astro.config.mjs). */
import { createServer } from "node:http"
import { join } from "node:path"
import { createListener } from "./app.ts"
import { createTasks, loadFunctions } from "./functions.ts"
import { listen } from "./listening.ts"

const functions = await loadFunctions(join(import.meta.dirname, "../functions"))
const listener = createListener({
  functions,
  tasks: createTasks(),
  trustedProxy: null,
  getServedSite: () => null,
})
await listen(createServer(listener), Number(process.env.FUNCTIONS_PORT), "127.0.0.1")
