/**
 * Astro's island runtime is 4 kB of script in each page that has islands. Strangers start none of theirs:
 * pages have a few lines in its place, which load it for members, and where an island is for everybody.
 */
import { createHash } from "node:crypto"
import runtime from "astro/runtime/server/astro-island.prebuilt.js"

const hash = createHash("sha256").update(runtime).digest("hex").slice(0, 8)

/** `path`: its name stands for its content; no slash before it. */
export const ISLAND_RUNTIME = { code: runtime, path: `_astro/island.${hash}` }

// Written out by toString: uses nothing but its arguments and the browser.
function loadRuntime(address: string) {
  const root = document.documentElement
  const observer = new MutationObserver(loadIfNeeded)
  function loadIfNeeded() {
    const isForAll = "Astro" in self && Object.hasOwn(Object(self.Astro), "only")
    if (!isForAll && !/^(loading|signed-in)$/.test(root.dataset.session ?? "")) return
    observer.disconnect()
    void import(/* @vite-ignore */ address)
  }
  observer.observe(root, { attributeFilter: ["data-session"] })
  loadIfNeeded()
}

/** What Astro writes into pages in place of its runtime, see astro.config.mjs. */
export default `(${loadRuntime})("/${ISLAND_RUNTIME.path}.js")`
