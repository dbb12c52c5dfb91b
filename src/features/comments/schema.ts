/** Comments on articles, posts and public events. */
import * as z from "zod/mini"
import { requiredText, uuid } from "../../schema/fields.ts"

/** Maximum length in characters; the database checks the same. A mention counts as 39 characters. */
export const COMMENT_MAX = 2000

/** Authors can edit a comment for this time. Must match `get_comment_edit_time()` in db/functions/33_comments.sql. */
export const EDIT_MINUTES = 10

export const COMMENTS_PER_PAGE = 20

/** The body of `POST /api/comments/:id`. The browser chooses the id, so that a repeated request adds no second comment. */
export const newComment = z.object({ id: uuid(), body: requiredText(COMMENT_MAX) })

/** The body of `PATCH /api/comment/:id`. */
export const changedComment = z.object({ body: requiredText(COMMENT_MAX) })

const author = z.object({
  /** Null if the member hides their name from the viewer. */
  name: z.nullable(z.string()),
  /** Null if `name` is null. */
  id: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})

export const comment = z.object({
  id: z.string(),
  /** Plain text. A mention is `@[id of the member]`. */
  body: z.string(),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  /** Null after the author deleted their account. */
  author: z.nullable(author),
  /** Names of the mentioned members by their ids, as far as the viewer may see them. */
  mentions: z.record(z.string(), z.string()),
  is_own: z.boolean(),
  /** True while a new member's comment waits for approval. */
  is_waiting: z.boolean(),
  /** Who hid the comment: the team or the site's moderators. */
  hidden_by: z.nullable(z.enum(["team", "site"])),
  /** When the viewer's time for edits ends; null for comments of others. */
  edit_until: z.nullable(z.string()),
})

/** `GET /api/comments/:id` */
export const commentPage = z.object({
  is_closed: z.boolean(),
  /** Whether the viewer may hide comments. */
  moderates: z.boolean(),
  /** Whether the viewer may close the comments. */
  manages: z.boolean(),
  /** The viewer as the author of new comments; null without a display name. */
  viewer: z.nullable(author),
  /** Number of public comments. */
  count: z.number(),
  comments: z.array(comment),
  next: z.optional(z.string()),
})

/** The content of a thread, in lists of the admin area. */
export const commentedContent = z.object({
  kind: z.nullable(z.enum(["article", "post", "event"])),
  id: z.string(),
  slug: z.nullable(z.string()),
  team_slug: z.nullable(z.string()),
})

export type CommentedContent = z.infer<typeof commentedContent>
export type Comment = z.infer<typeof comment>
export type CommentPage = z.infer<typeof commentPage>
export type NewComment = z.infer<typeof newComment>
