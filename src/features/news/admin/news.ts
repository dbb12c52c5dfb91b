import { formatLanguageNames } from "../../../i18n/language-names.ts"
import { LOCALE_NAMES } from "../../../i18n/locales.ts"
import { call } from "../../../shared/call.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { createBulkCall, createBulkDeletion, createDeletion } from "../../admin/list/actions.ts"
import { type Action, createListParams, type Resource } from "../../admin/list/resource.ts"
import type { Message } from "../../admin/toast.ts"
import { newArticle } from "../schema.ts"
import {
  type Article,
  type ArticleRow,
  type ArticleValues,
  articleRow,
  articleValues,
  getArticleValues,
  getRevisionValues,
  revision,
  revisionList,
  savedArticle,
} from "./schema.ts"
import { parseTranslationName } from "./translation-name.ts"

const createBulkChange = (
  name: "publish" | "hide",
  icon: "eye" | "lock",
  changeRow: (article: ArticleRow) => ArticleRow,
): Action<ArticleRow> => ({
  name,
  icon,
  label: `admin:news.${name}.label`,
  itemLabel: `admin:news.${name}.item`,
  reloadsList: true,
  run: createBulkCall("news", name, changeRow),
  done: { title: `admin:news.${name}.done` },
  doneMany: `admin:news.${name}.doneMany`,
  failed: "admin:news.updateFailed",
})

const createMessage = (
  name: "planned" | "created" | "published" | "updated" | "draftUpdated" | "unpublished",
) =>
  ({
    title: `admin:news.saved.${name}.title`,
    text: `admin:news.saved.${name}.text`,
  }) satisfies Message

/** Returns the toast after a save. After publishing, it lists the languages whose translations are still drafts. */
function getSavedMessage(before: ArticleRow | null, after: ArticleRow): Message {
  if (after.is_published && before?.is_published) return createMessage("updated")
  if (after.is_published) {
    const unpublishedTranslations = after.translations.filter(
      ({ is_published, is_planned }) => !is_published && !is_planned,
    )
    if (unpublishedTranslations.length === 0) return createMessage("published")
    return {
      title: "admin:news.saved.published.title",
      text: "admin:news.saved.published.alone",
      values: {
        languages: formatLanguageNames(unpublishedTranslations.map(({ language }) => language)),
      },
    }
  }
  if (after.publish_at) return createMessage("planned")
  if (before?.is_published) return createMessage("unpublished")
  return createMessage(before ? "draftUpdated" : "created")
}

/** Returns the body of a save. For a translation, it leaves out the fields that belong to the original. */
function createBody(values: ArticleValues): object {
  const { title, excerpt, content, language, cover_alt, original_id, translated_from } = values
  const texts = { title, excerpt: excerpt || null, content, language, cover_alt }
  if (original_id) return { ...texts, original_id, ...(translated_from && { translated_from }) }
  const { slug, country, is_featured } = values
  const { cover_image_url, cover_is_decoration, cover_focus_x, cover_focus_y } = values
  const cover = { cover_image_url, cover_is_decoration, cover_focus_x, cover_focus_y }
  return { ...texts, ...cover, slug, country: country || null, is_featured }
}

/** Returns the values of the revision that was current at `time`, or null if that revision cannot be loaded. */
async function loadEarlierValues(article: Article, time: string): Promise<ArticleValues | null> {
  const path = `/api/admin/news/${article.id}/revisions`
  const list = await call(path, { read: revisionList })
  // The newest revision is first.
  const currentThen = list.ok && list.body.revisions.find(({ saved_at }) => saved_at <= time)
  if (!currentThen) return null
  const result = await call(`${path}/${currentThen.id}`, { read: revision })
  return result.ok ? getRevisionValues(news.getValues(article), result.body) : null
}

export const news: Resource<Article, ArticleValues, ArticleRow> = {
  name: "news",
  row: articleRow,
  saved: savedArticle,
  values: articleValues,
  createBlankValues: (language) => articleValues.parse({ language }),
  getValues: getArticleValues,
  check(values) {
    const article = checkWithSchema(newArticle, createBody(values))
    if (!article.ok) return article
    // Only the publishing actions send `is_published`.
    const { is_published: _, ...body } = article.body
    return { ok: true, body }
  },
  getLastEditor: ({ saved_by, is_saved_by_viewer }) => ({
    name: saved_by,
    isOwn: is_saved_by_viewer,
  }),
  loadEarlierValues,
  getTitle: ({ title }) => title,
  isPublic: ({ is_published }) => is_published,
  publicPath: "/news",
  params: createListParams(["published", "draft", "planned", "featured"]),
  actions: [createDeletion("news")],
  bulk: [
    createBulkChange("publish", "eye", (article) => ({
      ...article,
      is_published: true,
      publish_at: null,
      published_at: article.published_at ?? new Date().toISOString(),
    })),
    {
      ...createBulkChange("hide", "lock", (article) => ({
        ...article,
        is_published: false,
        publish_at: null,
      })),
      question: {
        title: "admin:news.hide.question",
        text: "admin:news.unpublish.text",
        manyText: "admin:news.hide.manyText",
        confirmLabel: "admin:news.hide.label",
        busyLabel: "admin:news.hide.busy",
      },
    },
    createBulkDeletion("news"),
  ],
  getPath: ({ slug }) => `/news/${slug}`,
  getSavedMessage,
  getSaveFailedMessage: () => "admin:editor.notSaved",
  serverDrafts: { getAccessFields: ({ original_id, language }) => ({ original_id, language }) },
  newItemFor: parseTranslationName,
  labels: {
    original_id: null,
    translated_from: null,
    title: "admin:news.form.title",
    slug: "admin:news.form.slug",
    excerpt: "admin:news.form.excerpt",
    content: "admin:news.form.content",
    cover_image_url: "admin:news.form.cover",
    cover_alt: "admin:news.form.coverDescription",
    cover_is_decoration: "common:richText.picture.decoration",
    cover_focus_x: null,
    cover_focus_y: null,
    country: "admin:news.form.country",
    language: "admin:news.form.language",
    is_featured: "admin:news.form.featured",
  },
  leadFields: {
    original_id: "language",
    translated_from: "content",
    cover_focus_x: "cover_image_url",
    cover_focus_y: "cover_image_url",
  },
  formatters: {
    country: ({ country }, t) => t(`common:countries.${country || "all"}`),
    language: ({ language }) => LOCALE_NAMES[language],
  },
}
