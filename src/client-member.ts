/**
 * `client:member`: hydrates an island once the page is painted, and only where somebody is signed in, or
 * signs in while the page is open. Strangers keep its HTML as it was built, and load no texts for it.
 */
import type { ClientDirective } from "astro"

let texts: Promise<void> | undefined

/** Adds the texts of all islands to the page's own, where `pageTranslate` finds them. */
async function addTexts(): Promise<void> {
  const own = document.querySelector<HTMLElement>("[data-member-texts]")
  const response = await fetch(own?.dataset.memberTexts ?? "")
  // Of a page that was open while a newer site was deployed.
  if (!response.ok) throw new Error(`Texts of islands: ${response.status}`)
  const script = document.createElement("script")
  script.type = "application/json"
  script.dataset.messages = ""
  script.textContent = await response.text()
  own?.after(script)
}

const directive: ClientDirective = (load) => {
  const isHere = () => /^(loading|signed-in)$/.test(document.documentElement.dataset.session ?? "")
  const start = async () => {
    texts ??= addTexts()
    const [hydrate] = await Promise.all([load(), texts])
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
