import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toast/toasts.ts"

/** A `[data-play-first]` link plays the first song of the page. */
function findSongLink(target: Element): HTMLAnchorElement | null {
  return target.closest("[data-play-first]")
    ? document.querySelector<HTMLAnchorElement>("a[data-play]")
    : target.closest<HTMLAnchorElement>("a[data-play]")
}

/** Most visits play nothing, so the first press loads the player's code. */
export function startPlayer(): void {
  document.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? findSongLink(target) : null
    if (!link || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    if (!navigator.onLine) {
      showToast({ tone: "error", title: pageTranslate()("music:player.offline") })
      return
    }
    // A failed import shows a message (scripts/vite-plugins.ts).
    import("./player.ts").then(
      ({ togglePlayer }) => togglePlayer(link),
      () => {},
    )
  })
}
