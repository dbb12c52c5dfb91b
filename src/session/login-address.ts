import { pageLocale } from "../i18n/page-translate.ts"
import { localePath } from "../i18n/paths.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { $session } from "./session.ts"

export const getLoginUrl = (): string =>
  `${localePath("/login", pageLocale())}?${new URLSearchParams({
    next: location.pathname + location.search + location.hash,
  })}`

/**
 * Shows a toast with a log-in link when a signed-out visitor presses a `[data-needs-login]` button.
 * For members, an island handles the click.
 */
export function startLoginPrompts(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || $session.get().status !== "signed-out") return
    const button = target.closest("[data-needs-login]")
    if (!button) return
    const getText = (name: string) => {
      const attribute = `data-login-${name}`
      return button.closest(`[${attribute}]`)?.getAttribute(attribute) ?? ""
    }
    const link = { href: getLoginUrl(), text: getText("link") }
    showToast({ tone: "error", title: getText("title"), text: getText("text"), link })
  })
}
