import * as z from "zod/mini"
import { requiredText, uuid } from "../../schema/fields.ts"

/** Maximum length in characters. The database checks the same limit. */
export const MAX_COMMENT_LENGTH = 2000

/** Time to edit a comment. `get_comment_edit_time()` in db/functions/33_comments.sql has the same value. */
export const EDIT_MINUTES = 10

export const COMMENTS_PER_PAGE = 20

/** The browser chooses the id, so that a repeated request adds only one comment. */
export const newComment = z.object({ id: uuid(), body: requiredText(MAX_COMMENT_LENGTH) })

export const MAX_MENTION_SUGGESTIONS = 6

export const MAX_MENTION_QUERY_LENGTH = 50

export const mentionQuery = z.object({ name: requiredText(MAX_MENTION_QUERY_LENGTH) })

const mentionable = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
})

export const mentionableMembers = z.object({ members: z.array(mentionable) })

export const changedComment = z.object({ body: requiredText(MAX_COMMENT_LENGTH) })

/** Values of the form for a new comment. `names` are the names of mentioned members, by id. */
export const commentForm = z.object({
  body: requiredText(MAX_COMMENT_LENGTH),
  names: z.record(z.string(), z.string()),
})

const author = z.object({
  /** Null if the viewer may not see the name. */
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
  /** Whether a super admin has not approved the comment yet. Until then, other members do not see it. */
  is_unreviewed: z.boolean(),
  /** Whether the team or the site's super admins have hidden the comment. Null for a visible comment. */
  hidden_by: z.nullable(z.enum(["team", "site"])),
  /** Time until which the viewer can edit the comment. Null for comments of other members. */
  edit_until: z.nullable(z.string()),
})

export const commentPage = z.object({
  /** Whether comments are closed: members cannot add any. */
  is_closed: z.boolean(),
  /** Whether the viewer may hide comments. */
  can_moderate: z.boolean(),
  can_close: z.boolean(),
  /** The viewer as an author. Null for anonymous visitors and for members without a display name. */
  viewer: z.nullable(author),
  /** Whether a super admin must approve new comments of the viewer. */
  needs_review: z.boolean(),
  /** Number of public comments on all pages. */
  count: z.number(),
  comments: z.array(comment),
  /** Cursor of the next page, if there is one. */
  next: z.optional(z.string()),
})

/**
 * The article, post or event of a comment. Its kind and slugs are null while it is hidden or unpublished. A post has no
 * slug, and an article no team.
 */
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
