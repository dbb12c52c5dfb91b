import * as z from "zod/mini"
import { requiredText, uuid } from "../../schema/fields.ts"

/** Maximum length in characters. The database checks the same limit. */
export const COMMENT_MAX = 2000

/** `get_comment_edit_time()` in db/functions/33_comments.sql has the same value. */
export const EDIT_MINUTES = 10

export const COMMENTS_PER_PAGE = 20

/** The browser chooses the id, so that a repeated request adds only one comment. */
export const newComment = z.object({ id: uuid(), body: requiredText(COMMENT_MAX) })

export const MENTION_SUGGESTIONS_MAX = 6

/** Maximum length of a name that is searched, in characters. */
export const MENTION_QUERY_MAX = 50

export const mentionQuery = z.object({ name: requiredText(MENTION_QUERY_MAX) })

const mentionable = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
})

export const mentionableMembers = z.object({ members: z.array(mentionable) })

export const changedComment = z.object({ body: requiredText(COMMENT_MAX) })

export const commentForm = z.object({
  body: requiredText(COMMENT_MAX),
  names: z.record(z.string(), z.string()),
})

const author = z.object({
  /** Null if the member hides their name from the viewer. */
  name: z.nullable(z.string()),
  id: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})

export const comment = z.object({
  id: z.string(),
  body: z.string(),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  /** Null if the author has deleted their account. */
  author: z.nullable(author),
  /** Names of mentioned members, by id. Names that the viewer may not see are missing. */
  mentions: z.record(z.string(), z.string()),
  is_own: z.boolean(),
  is_waiting: z.boolean(),
  /** Who hid the comment: the team, or the site's super admins. */
  hidden_by: z.nullable(z.enum(["team", "site"])),
  /** Time until which the viewer can edit the comment. Null for comments of others. */
  edit_until: z.nullable(z.string()),
})

export const commentPage = z.object({
  is_closed: z.boolean(),
  moderates: z.boolean(),
  manages: z.boolean(),
  viewer: z.nullable(author),
  needs_approval: z.boolean(),
  count: z.number(),
  comments: z.array(comment),
  next: z.optional(z.string()),
})

export const commentedContent = z.object({
  kind: z.nullable(z.enum(["article", "post", "event"])),
  id: z.string(),
  slug: z.nullable(z.string()),
  team_slug: z.nullable(z.string()),
})

export type CommentedContent = z.infer<typeof commentedContent>
export type Mentionable = z.infer<typeof mentionable>
export type Comment = z.infer<typeof comment>
export type CommentPage = z.infer<typeof commentPage>
export type NewComment = z.infer<typeof newComment>
