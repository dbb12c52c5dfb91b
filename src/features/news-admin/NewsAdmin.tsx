/** The screen of news in the admin area. */
import type { MessageKey } from "../../i18n/keys.ts"
import { AdminScreen } from "../admin/AdminScreen.tsx"
import type { Views } from "../admin/views.ts"
import type { Article, ArticleRow, ArticleValues } from "./article.ts"
import { NewsForm } from "./NewsForm.tsx"
import { NewsRow } from "./NewsRow.tsx"
import { news } from "./news.ts"

function saveLabel(item: Article | null, values: ArticleValues): MessageKey {
  const wasPublished = item?.is_published === true
  if (values.is_published) {
    return wasPublished ? "admin:news.form.saveChanges" : "admin:news.form.publish"
  }
  if (values.publish_at) return "admin:news.form.plan"
  return wasPublished ? "admin:news.form.unpublish" : "admin:news.form.saveDraft"
}

const views: Views<ArticleRow, Article, ArticleValues> = {
  Row: NewsRow,
  Form: NewsForm,
  saveLabel,
  filters: {
    published: "admin:news.published",
    draft: "admin:news.draft",
    planned: "admin:news.planned",
    featured: "admin:news.featured",
  },
  texts: {
    title: "admin:news.title",
    list: "admin:news.list",
    search: "admin:news.search",
    create: "admin:news.create",
    empty: "admin:news.empty",
    loadFailed: "admin:news.loadFailed",
    creating: "admin:news.form.new",
    editing: "admin:news.form.edit",
  },
}

export default function NewsAdmin() {
  return <AdminScreen resource={news} views={views} />
}
