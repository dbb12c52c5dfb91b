import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ShellState } from "../../islands/ShellState.tsx"
import { getSlugInUrl, useItem } from "../../islands/use-item.ts"
import { ContentCheers } from "../cheers/ContentCheers.tsx"
import { CommentsSection } from "../comments/CommentsSection.tsx"
import { ArticleView } from "./ArticleView.tsx"
import { articlePath } from "./article.ts"
import { type NewsArticle, newsArticle } from "./schema.ts"

const getTitle = ({ title }: NewsArticle) => title

/** Loads an article from the API and shows it, as long as the article has no prebuilt page. */
export function ArticleShell({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const slug = getSlugInUrl("news")
  const state = useItem(
    slug && `/api/news/${slug}?language=${locale}`,
    newsArticle,
    getTitle,
    t("news:notFound.title"),
  )
  if (state.status === "found") {
    const { item: article } = state
    return (
      <>
        <ArticleView locale={locale} article={article} />
        <div className="wrap mt-5.5 [--wide:var(--column)]">
          <ContentCheers locale={locale} content={article} path={articlePath(article.slug)} />
        </div>
        <CommentsSection locale={locale} contentId={article.id} path={articlePath(article.slug)} />
      </>
    )
  }
  return (
    <ShellState
      locale={locale}
      state={state}
      loading={t("news:loading")}
      notFound={{ title: t("news:notFound.title"), text: t("news:notFound.text") }}
      failed={{ title: t("news:failed.title"), text: t("news:failed.text") }}
      back={{ href: localePath("/news", locale), label: t("news:back") }}
    />
  )
}
