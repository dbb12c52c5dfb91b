/** Astro directive that hydrates an island for signed-in members. Other visitors keep the HTML without React. */
import type { ClientDirective } from "astro"
import { loadMemberMessages } from "../i18n/load-member-messages.ts"

const root = document.documentElement

const isMember = () => /^(loading|signed-in)$/.test(root.dataset.session ?? "")

const hydrateMember: ClientDirective = (load) => {
  let failures = 0
  async function hydrate(): Promise<void> {
    try {
      const [start] = await Promise.all([load(), loadMemberMessages()])
      await start()
    } catch {
      // Retries with growing pauses. After the second failure, page.ts shows a message when it gets Vite's event.
      failures += 1
      if (failures === 2) dispatchEvent(new Event("vite:preloadError"))
      setTimeout(hydrate, 1000 * 2 ** failures)
    }
  }
  function hydrateWhenIdle() {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(hydrate, { timeout: 500 })
    else setTimeout(hydrate, 200)
  }
  if (isMember()) return hydrateWhenIdle()
  const observer = new MutationObserver(() => {
    if (!isMember()) return
    observer.disconnect()
    hydrateWhenIdle()
  })
  observer.observe(root, { attributeFilter: ["data-session"] })
}

export default hydrateMember

declare module "astro" {
  interface AstroClientDirectives {
    "client:member"?: boolean
  }
}
