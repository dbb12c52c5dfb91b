/** Shows the article of the address out of the API, where no prebuilt page has it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { SITE } from "../../site.ts"
import type { NewsArticle } from "./article.ts"
import { fillArticle } from "./fill-article.ts"
import { isNewsArticle } from "./parse.ts"

type Loaded =
  | { status: "found"; article: NewsArticle }
  | { status: "not-found" }
  | { status: "failed" }

async function load(): Promise<Loaded> {
  const [, section, slug, ...rest] = splitLocale(location.pathname).path.split("/")
  if (section !== "news" || !slug || rest.length > 0) return { status: "not-found" }
  const response = await fetch(`/api/news/${slug}`).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  if (response?.status === 404) return { status: "not-found" }
  return response?.ok && isNewsArticle(body)
    ? { status: "found", article: body }
    : { status: "failed" }
}

export function startArticleShell(): void {
  const shell = document.querySelector<HTMLElement>("[data-shell]")
  const template = shell?.querySelector("template")
  if (!shell || !template) return
  const t = pageTranslate()

  const show = (state: "loading" | "not-found" | "failed" | "found") => {
    for (const part of shell.querySelectorAll<HTMLElement>("[data-shell-state]")) {
      part.hidden = part.dataset.shellState !== state
    }
  }

  const start = async () => {
    show("loading")
    const loaded = await load()
    show(loaded.status)
    if (loaded.status === "not-found") document.title = `${t("news:notFound.title")} · ${SITE.name}`
    if (loaded.status !== "found") return
    shell.append(template.content.cloneNode(true))
    fillArticle(shell, loaded.article, t)
    document.title = `${loaded.article.title} · ${SITE.name}`
  }

  shell.querySelector("[data-shell-retry]")?.addEventListener("click", () => void start())
  void start()
}
