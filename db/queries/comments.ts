import {
  type Comment,
  type CommentPage,
  MAX_MENTION_SUGGESTIONS,
  type Mentionable,
  type NewComment,
} from "../../src/features/comments/schema.ts"
import { type Db, query } from "../client.ts"
import { countOwnAttemptSql } from "./accounts/attempts.ts"
import { type Position, toPage } from "./paging.ts"

/**
 * Returns an SQL expression for the id of the content that the comments belong to. For a translated article, this is
 * the original, because an article and its translations share their comments.
 */
export const originalIdSql = (subject: string) =>
  query`coalesce((select original_id from news where id = ${subject}), ${subject}::uuid)`

interface CommentQuery {
  isNewestFirst: boolean
  limit: number
  cursor: Position | null
}

/** Returns null if the subject cannot have comments: only published articles, posts and public events can. */
export async function getCommentPage(
  db: Db,
  subject: string,
  { isNewestFirst, limit, cursor }: CommentQuery,
): Promise<CommentPage | null> {
  const [time = null, id = null] = cursor ?? []
  const thread = await db.value<Omit<CommentPage, "next">>`
    select get_comment_page(${originalIdSql(subject)}, ${isNewestFirst}, ${time}, ${id}, ${limit + 1})`
  if (!thread) return null
  const { rows, next } = toPage(thread.comments, limit, ({ id, created_at }) => [
    new Date(created_at).toISOString(),
    id,
  ])
  return { ...thread, comments: rows, ...(next && { next }) }
}

/** Finds members that a comment can mention. `members` is null if comments are impossible or the viewer must wait. */
export const findMentionableMembers = (db: Db, subject: string, name: string) =>
  db.one<{ wait: number; members: Mentionable[] | null }>`
    select wait, case when wait = 0 then
      find_mentionable_members(${originalIdSql(subject)}, ${name}, ${MAX_MENTION_SUGGESTIONS})
    end as members
    from ${countOwnAttemptSql("mention")}`

type AddRefusal =
  | "not_found"
  | "no_display_name"
  | "comments_closed"
  | "comment_repeated"
  | "rate_limited"

const commentQuery = (id: string) =>
  query<{ comment: Comment | null }>`select get_comment(${id}) as comment`

/** Adds a comment. A repeated call with the same id returns the existing comment. */
export async function addComment(db: Db, subject: string, { id, body }: NewComment) {
  const [[added], [row]] = await db.batch([
    query<{ outcome: "added" | "already" | AddRefusal; wait: number }>`
      select outcome, wait from add_comment(${originalIdSql(subject)}, ${id}, ${body})`,
    commentQuery(id),
  ])
  return {
    outcome: added?.outcome ?? "not_found",
    wait: added?.wait ?? 0,
    comment: row?.comment ?? null,
  }
}

type ChangeOutcome =
  | "done"
  | "not_found"
  | "forbidden"
  | "hidden_by_admins"
  | "hidden_by_team"
  | "edit_time_over"

export async function editComment(db: Db, id: string, body: string) {
  const [[change], [row]] = await db.batch([
    query<{ outcome: ChangeOutcome }>`select edit_comment(${id}, ${body}) as outcome`,
    commentQuery(id),
  ])
  return { outcome: change?.outcome ?? "not_found", comment: row?.comment ?? null }
}

export async function setCommentHidden(db: Db, id: string, isHidden: boolean) {
  const [[change], [row]] = await db.batch([
    query<{ outcome: ChangeOutcome }>`select set_comment_hidden(${id}, ${isHidden}) as outcome`,
    commentQuery(id),
  ])
  return { outcome: change?.outcome ?? "not_found", comment: row?.comment ?? null }
}

export const deleteComment = (db: Db, id: string) => db.value<boolean>`select delete_comment(${id})`

export const setCommentsClosed = (db: Db, subject: string, isClosed: boolean) =>
  db.value<ChangeOutcome>`select close_comments(${originalIdSql(subject)}, ${isClosed})`

export const countPublicComments = (db: Db) => db.many<{ subject_id: string; count: number }>`
  select subject_id, count from count_public_comments()`
