import * as z from "zod/mini"
import { requiredText, uuid } from "../../schema/fields.ts"

/** Maximum length in characters. The database checks the same limit. A mention counts as 39 characters. */
export const COMMENT_MAX = 2000

/** Minutes in which authors can edit a comment. `get_comment_edit_time()` in db/functions/33_comments.sql is the same. */
export const EDIT_MINUTES = 10

export const COMMENTS_PER_PAGE = 20

/** Body of `POST /api/comments/:id`. The browser chooses the id, so that a repeated request adds only one comment. */
export const newComment = z.object({ id: uuid(), body: requiredText(COMMENT_MAX) })

/** Body of `PATCH /api/comment/:id`. */
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
  /** Null if the author has deleted their account. */
  author: z.nullable(author),
  /** Names of mentioned members, by id. Names that the viewer may not see are missing. */
  mentions: z.record(z.string(), z.string()),
  is_own: z.boolean(),
  /** Whether the comment of a new member waits for approval. */
  is_waiting: z.boolean(),
  /** Who hid the comment: the team, or the site's super admins. */
  hidden_by: z.nullable(z.enum(["team", "site"])),
  /** Time until which the viewer can edit the comment. Null for comments of others. */
  edit_until: z.nullable(z.string()),
})

/** Answer of `GET /api/comments/:id`. */
export const commentPage = z.object({
  is_closed: z.boolean(),
  /** Whether the viewer may hide comments. */
  moderates: z.boolean(),
  /** Whether the viewer may close the comments. */
  manages: z.boolean(),
  /** The viewer as the author of new comments. Null if the viewer has no display name. */
  viewer: z.nullable(author),
  /** Number of public comments. */
  count: z.number(),
  comments: z.array(comment),
  next: z.optional(z.string()),
})

/** The commented content, in lists of the admin area. */
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
