/** The theme, the mobile menu, which is a native dialog, and the language picker. */

import { isLocale } from "../i18n/locales.ts"
import { addressIn } from "../i18n/paths.ts"

/** From here on all that the menu has stands in the header, see Header.astro. */
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
    const isDone = event.target instanceof Element && event.target.closest("a, [data-sign-out]")
    // A click on the dialog itself is one beside its content: on the backdrop.
    if (isDone || event.target === menu) menu.close()
  })
}

/** What opens below a button of the header closes by Escape, and by a press of anything but itself. */
function startDropdowns(): void {
  const all = document.querySelectorAll<HTMLDetailsElement>("[data-dropdown]")
  document.addEventListener("click", ({ target }) => {
    for (const one of all) if (!(target instanceof Node && one.contains(target))) one.open = false
  })
  document.addEventListener("keydown", ({ key }) => {
    for (const one of all) {
      if (key !== "Escape" || !one.open) continue
      one.open = false
      one.querySelector("summary")?.focus()
    }
  })
}

export function startLanguages(): void {
  startDropdowns()
  const picker = document.querySelector<HTMLDetailsElement>("[data-languages]")
  if (!picker) return
  const pointHere = () => {
    for (const link of picker.querySelectorAll<HTMLAnchorElement>("a[data-locale]")) {
      const locale = link.dataset.locale
      if (isLocale(locale)) link.href = addressIn(locale, location)
    }
  }
  pointHere()
  // The address may have changed since: a tab, a search, a month.
  picker.addEventListener("toggle", pointHere)
}

/** The switch between dark and light; `boot.ts` applies what is stored before the first paint. */
export function startTheme(): void {
  const root = document.documentElement
  const show = (theme: "dark" | "light") => {
    root.dataset.theme = theme
    const frame = document.querySelector<HTMLMetaElement>("meta[name=theme-color]")
    if (frame) frame.content = frame.dataset[theme] ?? ""
  }
  // Chosen in another tab.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") show(newValue === "light" ? "light" : "dark")
  })
  document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
    const theme = root.dataset.theme === "light" ? "dark" : "light"
    show(theme)
    try {
      localStorage.setItem("theme", theme)
    } catch {
      // Then the choice lasts for this page.
    }
  })
}
