/** The way to signing in and back, and the toast that leads there. */
import { pageLocale } from "../i18n/page-translate.ts"
import { localePath } from "../i18n/paths.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { $session } from "./session.ts"

/** The sign-in page, which leads back here afterwards. */
export const loginAddress = (): string =>
  `${localePath("/login", pageLocale())}?${new URLSearchParams({
    next: location.pathname + location.search + location.hash,
  })}`

/**
 * A press of a `[data-needs-login]` button toasts the texts in the nearest `data-login-title`,
 * `data-login-text` and `data-login-link`, with a link to logging in and back. Members have an island
 * there, which knows what to do.
 */
export function startLoginPrompts(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || $session.get().status !== "signed-out") return
    const button = target.closest("[data-needs-login]")
    if (!button) return
    const textOf = (name: string) => {
      const attribute = `data-login-${name}`
      return button.closest(`[${attribute}]`)?.getAttribute(attribute) ?? ""
    }
    const link = { href: loginAddress(), text: textOf("link") }
    showToast({ tone: "error", title: textOf("title"), text: textOf("text"), link })
  })
}
