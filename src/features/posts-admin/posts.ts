/** Posts of teams' blogs, as the admin area's list needs to know them. */
import * as z from "zod/mini"
import { type Act, actCall } from "../admin/act.ts"
import { type ListResource, listParams } from "../admin/resource.ts"

export const listedPost = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  video_url: z.nullable(z.string()),
  is_published: z.boolean(),
  /** By who runs the site: its team cannot publish it. */
  is_hidden: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  team_name: z.string(),
  team_slug: z.string(),
  author_name: z.nullable(z.string()),
})

export type ListedPost = z.infer<typeof listedPost>

const now = () => new Date().toISOString()

const publish: Act<ListedPost> = {
  name: "publish",
  icon: "eye",
  label: "admin:posts.publish.label",
  itemLabel: "admin:posts.publish.item",
  isFor: ({ is_published }) => !is_published,
  run: actCall<ListedPost>("posts", "publish", (post) =>
    post.is_published ? post : { ...post, is_published: true, is_hidden: false, updated_at: now() },
  ),
  done: { title: "admin:posts.updated", text: "admin:posts.publish.done" },
  doneMany: "admin:posts.publish.doneMany",
  failed: "admin:posts.updateFailed",
}

const hide: Act<ListedPost> = {
  name: "hide",
  icon: "lock",
  label: "admin:posts.hide.label",
  itemLabel: "admin:posts.hide.item",
  isFor: ({ is_published }) => is_published,
  run: actCall<ListedPost>("posts", "hide", (post) =>
    post.is_published ? { ...post, is_published: false, is_hidden: true, updated_at: now() } : post,
  ),
  done: { title: "admin:posts.updated", text: "admin:posts.hide.done" },
  doneMany: "admin:posts.hide.doneMany",
  failed: "admin:posts.updateFailed",
}

const remove: Act<ListedPost> = {
  name: "delete",
  icon: "trash",
  label: "admin:list.delete",
  itemLabel: "admin:list.deleteItem",
  isDanger: true,
  question: {
    title: "admin:posts.delete.ask",
    text: "admin:posts.delete.text",
    manyText: "admin:posts.delete.manyText",
    confirm: "admin:confirm.delete",
    busy: "admin:confirm.deleting",
  },
  run: actCall<ListedPost>("posts", "delete", () => null),
  done: { title: "admin:posts.delete.done", text: "admin:posts.delete.doneText" },
  doneMany: "admin:posts.delete.doneMany",
  failed: "admin:posts.delete.failed",
}

export const posts: ListResource<ListedPost> = {
  name: "posts",
  readRow: (json) => listedPost.parse(json),
  titleOf: ({ title }) => title,
  params: listParams(["published", "draft", "video", "hidden"]),
  publicPath: "/teams",
  acts: [publish, hide, remove],
  bulk: [publish, hide, remove],
}
