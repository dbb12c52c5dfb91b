/**
 * Astro's island runtime is 4 kB of script in each page that has islands. Strangers start none of theirs:
 * pages have a few lines in its place, which load it for members, and where an island is for everybody.
 */
import { createHash } from "node:crypto"
import type { ClientDirective } from "astro"
import runtime from "astro/runtime/server/astro-island.prebuilt.js"
import { inlineScript } from "../shared/inline-scripts.ts"

// Both functions are written out by toString: they use nothing but their arguments and the browser.

/** What `client:member` does, see client-member.ts. */
function addMemberDirective() {
  let texts: Promise<void> | undefined

  /** Adds the texts of all islands to the page's own, where `pageTranslate` finds them. */
  async function addTexts(): Promise<void> {
    const own = document.querySelector<HTMLElement>("[data-member-texts]")
    const response = await fetch(own?.dataset.memberTexts ?? "")
    if (!response.ok) throw new Error(`Texts of islands: ${response.status}`)
    const script = document.createElement("script")
    script.type = "application/json"
    script.dataset.messages = ""
    script.textContent = await response.text()
    own?.after(script)
  }

  const member: ClientDirective = (load) => {
    const isHere = () =>
      /^(loading|signed-in)$/.test(document.documentElement.dataset.session ?? "")
    let failures = 0
    const start = async (): Promise<void> => {
      texts ??= addTexts()
      const loaded = await Promise.all([load(), texts]).catch(() => null)
      if (loaded) return loaded[0]()
      // A single failure is a lost request, which the next attempt repeats. After a second one a file is missing.
      texts = undefined
      failures += 1
      if (failures === 2) dispatchEvent(new Event("vite:preloadError"))
      setTimeout(start, 1000 * 2 ** failures)
    }
    const startWhenIdle = () => {
      // Safari has no such thing.
      if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 500 })
      else setTimeout(start, 200)
    }
    if (isHere()) return startWhenIdle()
    const observer = new MutationObserver(() => {
      if (!isHere()) return
      observer.disconnect()
      startWhenIdle()
    })
    observer.observe(document.documentElement, { attributeFilter: ["data-session"] })
  }
  // Browsers name the module in their own words; a mistake in a component has other ones.
  addEventListener("astro:hydration-error", (event) => {
    const { error } = Object(Object(event).detail)
    if (error instanceof TypeError && /module/.test(error.message))
      dispatchEvent(new Event("vite:preloadError"))
  })
  Object.assign(self, {
    Astro: Object.assign("Astro" in self ? Object(self.Astro) : {}, { member }),
  })
}

const code = `(${addMemberDirective})();${runtime}`
const hash = createHash("sha256").update(code).digest("hex").slice(0, 8)

/** `path`: its name stands for its content; no slash before it. */
export const ISLAND_RUNTIME = { code, path: `_astro/island.${hash}` }

function loadRuntime(address: string) {
  const root = document.documentElement
  const observer = new MutationObserver(loadIfNeeded)
  function loadIfNeeded() {
    const isForAll = "Astro" in self && Object.hasOwn(Object(self.Astro), "only")
    if (!isForAll && !/^(loading|signed-in)$/.test(root.dataset.session ?? "")) return
    observer.disconnect()
    import(/* @vite-ignore */ address).catch(() => dispatchEvent(new Event("vite:preloadError")))
  }
  observer.observe(root, { attributeFilter: ["data-session"] })
  loadIfNeeded()
}

/** The script that Astro writes into pages in place of its runtime, see astro.config.mjs. */
export default inlineScript(`(${loadRuntime})("/${ISLAND_RUNTIME.path}.js")`)
