/** News, as the admin area's list and editor need to know them. */
import type { MessageKey, Translate } from "../../i18n/keys.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { fieldErrors } from "../../problem.ts"
import { refused } from "../../ui/submission.ts"
import { deletion } from "../admin/act.ts"
import { listParams, type Message, type Resource } from "../admin/resource.ts"
import { newArticle } from "../news/schema.ts"
import {
  type Article,
  type ArticleRow,
  type ArticleValues,
  articleRow,
  articleValues,
  savedArticle,
} from "./article.ts"
import { BULK } from "./bulk.ts"
import { planError, planText } from "./plan.ts"

const message = (
  name: "planned" | "created" | "published" | "updated" | "draftUpdated" | "unpublished",
) =>
  ({
    title: `admin:news.saved.${name}.title`,
    text: `admin:news.saved.${name}.text`,
  }) satisfies Message

function savedMessage(before: ArticleRow | null, after: ArticleRow): Message {
  if (after.is_published) return message(before?.is_published ? "updated" : "published")
  if (after.publish_at) return message("planned")
  if (before?.is_published) return message("unpublished")
  return message(before ? "draftUpdated" : "created")
}

const yesOrNo = (value: boolean): MessageKey =>
  value ? "admin:news.form.yes" : "admin:news.form.no"

export const news: Resource<ArticleRow, Article, ArticleValues> = {
  name: "news",
  readRow: (json) => articleRow.parse(json),
  readSaved: (json) => savedArticle.parse(json),
  readValues: (json) => articleValues.safeParse(json).data ?? null,
  blank: (language) => ({
    title: "",
    slug: "",
    excerpt: "",
    content: "",
    cover_image_url: null,
    country: "",
    language,
    is_featured: false,
    is_published: false,
    publish_at: "",
  }),
  valuesOf: ({ title, slug, excerpt, content, cover_image_url, country, language, ...flags }) => ({
    title,
    slug,
    excerpt: excerpt ?? "",
    content,
    cover_image_url,
    country: country ?? "",
    language,
    is_featured: flags.is_featured,
    is_published: flags.is_published,
    publish_at: flags.publish_at ?? "",
  }),
  check(values) {
    const { excerpt, country, publish_at, ...others } = values
    const unplannable = planError(publish_at)
    const parsed = newArticle.safeParse({
      ...others,
      excerpt: excerpt || null,
      country: country || null,
      publish_at: publish_at || null,
    })
    const errors = parsed.success ? {} : fieldErrors(parsed.error.issues)
    if (unplannable) return refused({ ...errors, publish_at: unplannable })
    return parsed.success ? { ok: true, body: parsed.data } : refused(errors)
  },
  titleOf: ({ title }) => title,
  isPublic: ({ is_published }) => is_published,
  publicPath: "/news",
  params: listParams(["published", "draft", "planned", "featured"]),
  acts: [
    deletion("news", {
      title: "admin:news.confirmDelete.title",
      text: "admin:news.confirmDelete.text",
      done: { title: "admin:news.deleted.title", text: "admin:news.deleted.text" },
      failed: "admin:news.deleteFailed",
    }),
  ],
  bulk: BULK,
  pathOf: ({ slug }) => `/news/${slug}`,
  savedMessage,
  saveFailed: () => "admin:editor.notSaved",
  compared: [
    { name: "title", label: "admin:news.form.title", show: ({ title }) => title },
    { name: "slug", label: "admin:news.form.slug", show: ({ slug }) => slug },
    { name: "excerpt", label: "admin:news.form.excerpt", show: ({ excerpt }) => excerpt },
    { name: "content", label: "admin:news.form.content", show: ({ content }) => content },
    {
      name: "cover_image_url",
      label: "admin:news.form.cover",
      show: ({ cover_image_url }) => cover_image_url ?? "",
    },
    { name: "country", label: "admin:news.form.country", show: showCountry },
    {
      name: "language",
      label: "admin:news.form.language",
      show: ({ language }) => LOCALE_NAMES[language],
    },
    {
      name: "is_featured",
      label: "admin:news.form.featured",
      show: ({ is_featured }, t) => t(yesOrNo(is_featured)),
    },
    {
      name: "is_published",
      label: "admin:news.form.published",
      show: ({ is_published }, t) => t(yesOrNo(is_published)),
    },
    {
      name: "publish_at",
      label: "admin:news.form.publishAt",
      show: ({ publish_at }) => (publish_at ? planText(publish_at) : ""),
    },
  ],
}

function showCountry({ country }: ArticleValues, t: Translate): string {
  return t(`common:countries.${country || "all"}`)
}
