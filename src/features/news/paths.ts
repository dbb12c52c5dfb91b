/**
 * Paths and props of the prebuilt pages of articles. An incremental build gets the same objects for unchanged pages, so
 * that it does not hash them again.
 */
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

/** Returns a function that caches each path by its key. The path is created again if its inputs have changed. */
function memoizePaths<Props extends object>() {
  const pathsByKey = new WeakMap<object, { inputs: unknown[]; path: Path<Props> }>()
  return (key: object, inputs: unknown[], createPath: () => Path<Props>): Path<Props> => {
    const cached = pathsByKey.get(key)
    if (cached && isSameList(cached.inputs, inputs)) return cached.path
    const path = createPath()
    pathsByKey.set(key, { inputs, path })
    return path
  }
}

/** The articles of each locale, the newest first. */
type ArticleLists = Record<Locale, ListedArticle[]>

/** URLs of the pictures for link previews and for Instagram stories. */
type SharePictures = { share?: string | null; story?: string }

const MAX_RELATED = 3

const getArticlePath = mapLocales(() =>
  memoizePaths<SharePictures & { article: ListedArticle; related: ListedArticle[] }>(),
)

export const listArticlePaths = (
  lists: ArticleLists,
  getSharePictures: (article: ListedArticle) => SharePictures | undefined,
) =>
  listLocaleParams().flatMap(({ locale, params }) => {
    const listRelated = createRelatedNews(lists[locale], MAX_RELATED)
    return lists[locale].map((article) => {
      const related = listRelated(article)
      const { share, story } = getSharePictures(article) ?? {}
      return getArticlePath[locale](article, [share, story, ...related], () => ({
        params: { ...params, slug: article.slug },
        props: { article, related, ...(share && { share }), ...(story && { story }) },
      }))
    })
  })

const getOlderPagePath = mapLocales(() => memoizePaths<{ list: NewsListPage<ListedArticle> }>())

/** Returns the pages of the list of articles, except the newest page, which is `/news`. */
export const listOlderPagePaths = (lists: ArticleLists) =>
  listLocaleParams().flatMap(({ locale, params }) =>
    splitIntoPages(lists[locale])
      .slice(1)
      .flatMap((list) => {
        const [first] = list.latest
        const { page, newerPageCount } = list
        if (!first) return []
        const inputs = [page, newerPageCount, ...listArticlesOnPage(list)]
        return getOlderPagePath[locale](first, inputs, () => ({
          params: { ...params, page: String(page) },
          props: { list },
        }))
      }),
  )
