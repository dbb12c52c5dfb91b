import {
  type Comment,
  type CommentPage,
  MAX_MENTION_SUGGESTIONS,
  type Mentionable,
  type NewComment,
} from "../../src/features/comments/schema.ts"
import { type Db, query } from "../client.ts"
import { countOwnAttempt } from "./accounts/attempts.ts"
import { type Position, toPage } from "./paging.ts"

/** Translations of an article share the comments of the original. */
export const selectOriginalId = (subject: string) =>
  query`coalesce((select original_id from news where id = ${subject}), ${subject}::uuid)`

interface CommentQuery {
  isNewestFirst: boolean
  limit: number
  cursor: Position | null
}

export async function getCommentPage(
  db: Db,
  subject: string,
  { isNewestFirst, limit, cursor }: CommentQuery,
): Promise<CommentPage | null> {
  const [time = null, id = null] = cursor ?? []
  const thread = await db.value<Omit<CommentPage, "next">>`
    select get_comment_page(${selectOriginalId(subject)}, ${isNewestFirst}, ${time}, ${id}, ${limit + 1})`
  if (!thread) return null
  const { rows, next } = toPage(thread.comments, limit, ({ id, created_at }) => [
    new Date(created_at).toISOString(),
    id,
  ])
  return { ...thread, comments: rows, ...(next && { next }) }
}

/** `members` is null if the content cannot have comments, or if the member must wait. `wait` is in seconds. */
export const findMentionable = (db: Db, subject: string, name: string) =>
  db.one<{ wait: number; members: Mentionable[] | null }>`
    select wait, case when wait = 0 then
      find_mentionable_members(${selectOriginalId(subject)}, ${name}, ${MAX_MENTION_SUGGESTIONS})
    end as members
    from ${countOwnAttempt("mention")}`

type Refusal =
  | "not_found"
  | "no_display_name"
  | "comments_closed"
  | "comment_repeated"
  | "rate_limited"

const selectComment = (id: string) =>
  query<{ comment: Comment | null }>`select get_comment(${id}) as comment`

/** A call with the same id returns the existing comment. */
export async function addComment(db: Db, subject: string, { id, body }: NewComment) {
  const [[added], [row]] = await db.batch([
    query<{ outcome: "added" | "already" | Refusal; wait: number }>`
      select outcome, wait from add_comment(${selectOriginalId(subject)}, ${id}, ${body})`,
    selectComment(id),
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
    selectComment(id),
  ])
  return { outcome: change?.outcome ?? "not_found", comment: row?.comment ?? null }
}

export async function setCommentHidden(db: Db, id: string, isHidden: boolean) {
  const [[change], [row]] = await db.batch([
    query<{ outcome: ChangeOutcome }>`select set_comment_hidden(${id}, ${isHidden}) as outcome`,
    selectComment(id),
  ])
  return { outcome: change?.outcome ?? "not_found", comment: row?.comment ?? null }
}

export const deleteComment = (db: Db, id: string) => db.value<boolean>`select delete_comment(${id})`

export const closeComments = (db: Db, subject: string, isClosed: boolean) =>
  db.value<ChangeOutcome>`select close_comments(${selectOriginalId(subject)}, ${isClosed})`

export const countPublicComments = (db: Db) => db.many<{ subject_id: string; count: number }>`
  select subject_id, count from count_public_comments()`
