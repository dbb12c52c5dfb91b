/** Shows the article of the address out of the API, where no prebuilt page has it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { pageSlug, startItemShell } from "../../ui/item-shell.ts"
import { fillArticle } from "./fill-article.ts"
import { isNewsArticle } from "./parse.ts"

export function startArticleShell(): void {
  const t = pageTranslate()
  const slug = pageSlug("news")
  startItemShell({
    source: slug && `/api/news/${slug}`,
    read: (body) => (isNewsArticle(body) ? body : null),
    fill(view, article) {
      fillArticle(view, article, t)
      return article.title
    },
    notFound: t("news:notFound.title"),
  })
}
