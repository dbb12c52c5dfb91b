/** Reuses objects of unchanged pages, so that an incremental build does not hash them again. */
import { type Locale, mapLocales } from "../../i18n/locales.ts"
import { listLocaleParams } from "../../i18n/paths.ts"
import { isSameList } from "../../shared/dependency-tracking.ts"
import {
  createRelatedNews,
  type ListedArticle,
  listArticlesOnPage,
  type NewsListPage,
  splitIntoPages,
} from "./article.ts"

interface Path<Props> {
  params: Record<string, string | undefined>
  props: Props
}

function memoizePaths<Props extends object>() {
  const pathsByKey = new WeakMap<object, { inputs: unknown[]; path: Path<Props> }>()
  return (key: object, inputs: unknown[], make: () => Path<Props>): Path<Props> => {
    const before = pathsByKey.get(key)
    if (before && isSameList(before.inputs, inputs)) return before.path
    const path = make()
    pathsByKey.set(key, { inputs, path })
    return path
  }
}

type Lists = Record<Locale, ListedArticle[]>

type SharePictures = { share?: string | null; story?: string }

const RELATED = 3

const getArticlePath = mapLocales(() =>
  memoizePaths<SharePictures & { article: ListedArticle; related: ListedArticle[] }>(),
)

export const listArticlePaths = (
  lists: Lists,
  getSharePictures: (article: ListedArticle) => SharePictures | undefined,
) =>
  listLocaleParams().flatMap(({ locale, params }) => {
    const listRelated = createRelatedNews(lists[locale], RELATED)
    return lists[locale].map((article) => {
      const related = listRelated(article)
      const { share, story } = getSharePictures(article) ?? {}
      return getArticlePath[locale](article, [share, story, ...related], () => ({
        params: { ...params, slug: article.slug },
        props: { article, related, ...(share && { share }), ...(story && { story }) },
      }))
    })
  })

const getLaterPagePath = mapLocales(() => memoizePaths<{ list: NewsListPage<ListedArticle> }>())

export const listLaterPagePaths = (lists: Lists) =>
  listLocaleParams().flatMap(({ locale, params }) =>
    splitIntoPages(lists[locale])
      .slice(1)
      .flatMap((list) => {
        const [first] = list.latest
        const { page, newer } = list
        if (!first) return []
        return getLaterPagePath[locale](first, [page, newer, ...listArticlesOnPage(list)], () => ({
          params: { ...params, page: String(page) },
          props: { list },
        }))
      }),
  )
