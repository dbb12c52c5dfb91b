/**
 * `client:member`: hydrates an island once the page is painted, and only where somebody is signed in, or
 * signs in while the page is open. Strangers keep its HTML as it was built.
 */
import type { ClientDirective } from "astro"

const directive: ClientDirective = (load) => {
  const isHere = () => /^(loading|signed-in)$/.test(document.documentElement.dataset.session ?? "")
  const start = async () => {
    const hydrate = await load()
    await hydrate()
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

export default directive

declare module "astro" {
  interface AstroClientDirectives {
    "client:member"?: boolean
  }
}
