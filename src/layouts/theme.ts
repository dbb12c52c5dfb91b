/** The switch between dark and light; `boot.ts` applies what is kept before the first paint. */
const GROUNDS = { dark: "#0d0a12", light: "#f9f7f3" }

export function startTheme(): void {
  const root = document.documentElement
  document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
    const theme = root.dataset.theme === "light" ? "dark" : "light"
    root.dataset.theme = theme
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", GROUNDS[theme])
    try {
      localStorage.setItem("theme", theme)
    } catch {
      // Then the choice lasts for this page.
    }
  })
}
