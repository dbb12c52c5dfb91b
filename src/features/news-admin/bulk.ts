/** What is done to many articles at once. */
import { type Act, actCall } from "../admin/act.ts"
import type { ArticleRow } from "./article.ts"

const now = () => new Date().toISOString()

export const BULK: Act<ArticleRow>[] = [
  {
    name: "publish",
    icon: "eye",
    label: "admin:news.publish.label",
    itemLabel: "admin:news.publish.item",
    isReloaded: true,
    run: actCall<ArticleRow>("news", "publish", (article) => ({
      ...article,
      is_published: true,
      publish_at: null,
      published_at: article.published_at ?? now(),
    })),
    done: { title: "admin:news.publish.done" },
    doneMany: "admin:news.publish.doneMany",
    failed: "admin:news.updateFailed",
  },
  {
    name: "hide",
    icon: "lock",
    label: "admin:news.hide.label",
    itemLabel: "admin:news.hide.item",
    isReloaded: true,
    run: actCall<ArticleRow>("news", "hide", (article) => ({
      ...article,
      is_published: false,
      publish_at: null,
    })),
    done: { title: "admin:news.hide.done" },
    doneMany: "admin:news.hide.doneMany",
    failed: "admin:news.updateFailed",
  },
  {
    name: "delete-many",
    icon: "trash",
    label: "admin:list.delete",
    itemLabel: "admin:list.deleteItem",
    isDanger: true,
    question: {
      title: "admin:news.deleteMany.ask",
      text: "admin:news.confirmDelete.text",
      manyText: "admin:news.deleteMany.text",
      confirm: "admin:confirm.delete",
      busy: "admin:confirm.deleting",
    },
    run: actCall<ArticleRow>("news", "delete", () => null),
    done: { title: "admin:news.deleted.title", text: "admin:news.deleted.text" },
    doneMany: "admin:news.deleteMany.done",
    failed: "admin:news.deleteFailed",
  },
]
