/**
 * The pages of news, as `getStaticPaths` gives them. Of ten thousands a build changes few: what is made from the same
 * is the same object each time, so that nobody has to look into it.
 */
import { byLocale, type Locale } from "../../i18n/locales.ts"
import { localeParams } from "../../i18n/paths.ts"
import { isSameList } from "../../shared/dependency-tracking.ts"
import {
  type ListedArticle,
  type NewsListPage,
  newsListPages,
  relatedNews,
  shownOn,
} from "./article.ts"

interface Path<Props> {
  params: Record<string, string | undefined>
  props: Props
}

/** Makes a page, or gives the one that was made from the same things for the same key. */
function remembering<Props extends object>() {
  const known = new WeakMap<object, { madeOf: unknown[]; path: Path<Props> }>()
  return (key: object, madeOf: unknown[], make: () => Path<Props>): Path<Props> => {
    const before = known.get(key)
    if (before && isSameList(before.madeOf, madeOf)) return before.path
    const path = make()
    known.set(key, { madeOf, path })
    return path
  }
}

type Lists = Record<Locale, ListedArticle[]>

/** What an article is shared with. */
type Shared = { share?: string | null; story?: string }

const RELATED = 3

const articlePath = byLocale(() =>
  remembering<Shared & { locale: Locale; article: ListedArticle; related: ListedArticle[] }>(),
)

/** A page for each article in each language. */
export const articlePaths = (
  lists: Lists,
  sharedOf: (article: ListedArticle) => Shared | undefined,
) =>
  localeParams().flatMap(({ locale, params }) => {
    const relatedTo = relatedNews(lists[locale], RELATED)
    return lists[locale].map((article) => {
      const related = relatedTo(article)
      const { share, story } = sharedOf(article) ?? {}
      return articlePath[locale](article, [share, story, ...related], () => ({
        params: { ...params, slug: article.slug },
        props: { locale, article, related, ...(share && { share }), ...(story && { story }) },
      }))
    })
  })

const olderPage = byLocale(() =>
  remembering<{ locale: Locale; list: NewsListPage<ListedArticle> }>(),
)

/** The older pages of the list. */
export const olderPaths = (lists: Lists) =>
  localeParams().flatMap(({ locale, params }) =>
    newsListPages(lists[locale])
      .slice(1)
      .flatMap((list) => {
        const [first] = list.latest
        const { page, newer } = list
        if (!first) return []
        return olderPage[locale](first, [page, newer, ...shownOn(list)], () => ({
          params: { ...params, page: String(page) },
          props: { locale, list },
        }))
      }),
  )
