import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toast/toasts.ts"

/**
 * Makes `a[data-play]` links start and stop the player. Most visits play nothing, so a press loads the player's code.
 */
export function startPlayer(): void {
  document.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-play]") : null
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
