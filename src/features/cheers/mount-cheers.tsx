import { createRoot } from "react-dom/client"
import { isLocale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { ContentCheers } from "./ContentCheers.tsx"

/** Replaces the log-in link of `ArticleCheers` with the button. Reads the title and number from the prebuilt page. */
export function mountCheers(container: HTMLElement, id: string): void {
  const locale = pageLocale()
  const heading = document.querySelector("h1")
  const lang = heading?.lang ?? ""
  const content = {
    id,
    title: heading?.textContent ?? "",
    language: isLocale(lang) ? lang : locale,
    cheer_count: Number(container.querySelector("b")?.textContent ?? 0),
  }
  const { path } = splitLocale(location.pathname)
  container.replaceChildren()
  createRoot(container).render(<ContentCheers locale={locale} content={content} path={path} />)
}
