import { isLocale } from "../i18n/locales.ts"
import { pathInLocale } from "../i18n/paths.ts"
import { withStorage } from "../shared/storage.ts"

/** Screens on which the header shows all links, so that the menu is not needed. */
const WIDE_SCREEN = "(width >= 1220px)"

export function startMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>("[data-menu]")
  if (!menu) return
  // Older browsers do not support the `command` attribute, which opens the menu.
  if (!("commandForElement" in HTMLButtonElement.prototype)) {
    document.querySelector("[data-menu-open]")?.addEventListener("click", () => menu.showModal())
  }
  matchMedia(WIDE_SCREEN).addEventListener("change", () => menu.close())
  menu.addEventListener("click", (event) => {
    const isMenuItem = event.target instanceof Element && event.target.closest("a, [data-sign-out]")
    // A click on the backdrop has the dialog as its target.
    if (isMenuItem || event.target === menu) menu.close()
  })
}

function startDropdowns(): void {
  const dropdowns = document.querySelectorAll<HTMLDetailsElement>("[data-dropdown]")
  document.addEventListener("click", ({ target }) => {
    for (const dropdown of dropdowns) {
      if (!(target instanceof Node && dropdown.contains(target))) dropdown.open = false
    }
  })
  document.addEventListener("keydown", ({ key }) => {
    for (const dropdown of dropdowns) {
      if (key !== "Escape" || !dropdown.open) continue
      dropdown.open = false
      dropdown.querySelector("summary")?.focus()
    }
  })
}

/** Starts all dropdowns, and the language picker, whose links keep the query and hash of the current URL. */
export function startDropdownsAndLanguages(): void {
  startDropdowns()
  const picker = document.querySelector<HTMLDetailsElement>("[data-languages]")
  if (!picker) return
  const updateLinks = () => {
    for (const link of picker.querySelectorAll<HTMLAnchorElement>("a[data-locale]")) {
      const locale = link.dataset.locale
      if (isLocale(locale)) link.href = pathInLocale(locale, location)
    }
  }
  updateLinks()
  picker.addEventListener("toggle", updateLinks)
}

export function startTheme(): void {
  const root = document.documentElement
  const applyTheme = (theme: "dark" | "light") => {
    root.dataset.theme = theme
    const color = document.querySelector<HTMLMetaElement>("meta[name=theme-color]")
    if (color) color.content = color.dataset[theme] ?? ""
  }
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") applyTheme(newValue === "light" ? "light" : "dark")
  })
  document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
    const theme = root.dataset.theme === "light" ? "dark" : "light"
    applyTheme(theme)
    withStorage(() => localStorage.setItem("theme", theme))
  })
}
