/** The mobile menu, a native dialog, and the language picker. */

import { isLocale } from "../i18n/locales.ts"
import { addressIn } from "../i18n/paths.ts"

/** From here on all that the menu has stands in the header, see layout.css. */
const WIDE = "(width >= 1220px)"

export function startMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>("[data-menu]")
  if (!menu) return
  // The button's own command opens it, also before this script is here; older browsers do not know it.
  if (!("commandForElement" in HTMLButtonElement.prototype)) {
    document.querySelector("[data-menu-open]")?.addEventListener("click", () => menu.showModal())
  }
  matchMedia(WIDE).addEventListener("change", () => menu.close())
  menu.addEventListener("click", (event) => {
    const isLink = event.target instanceof Element && event.target.closest("a")
    // A click on the dialog itself is one beside its content: on the backdrop.
    if (isLink || event.target === menu) menu.close()
  })
}

export function startLanguages(): void {
  const picker = document.querySelector<HTMLDetailsElement>("[data-languages]")
  if (!picker) return
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !picker.contains(event.target)) picker.open = false
  })
  picker.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !picker.open) return
    picker.open = false
    picker.querySelector("summary")?.focus()
  })
  if (picker.dataset.languages !== "any-path") return
  const pointHere = () => {
    for (const link of picker.querySelectorAll<HTMLAnchorElement>("a[data-locale]")) {
      const locale = link.dataset.locale
      if (isLocale(locale)) link.href = addressIn(locale, location)
    }
  }
  pointHere()
  // The address may have changed since.
  picker.addEventListener("toggle", pointHere)
}
