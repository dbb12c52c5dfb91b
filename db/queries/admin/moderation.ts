import type { NewcomerEntry } from "../../../src/features/members/newcomers/schema.ts"
import type { CaseDetail, Report, ReportCase } from "../../../src/features/reports/admin/case.ts"
import type { DECISIONS } from "../../../src/features/reports/schema.ts"
import type { ListedPost } from "../../../src/features/teams/blog/admin/schema.ts"
import { type Db, type Query, query } from "../../client.ts"
import { writeMany, writeSite } from "../content-version.ts"
import {
  adminRowIdsSql,
  type ListQuery,
  listArgumentsSql,
  toAdminPage,
  type WithSortValue,
} from "../paging.ts"
import { setTeamsHiddenQuery } from "./teams.ts"

export const listAdminPosts = (db: Db, params: ListQuery) =>
  toAdminPage(
    params,
    db.many<WithSortValue<ListedPost & { user_id: string | null }>>`
    select p.id, p.title, left(p.content, 300) as excerpt, p.language, p.video_url, p.is_published,
      p.hidden_at is not null as is_hidden, p.created_at, p.updated_at, t.name as team_name,
      t.slug as team_slug, p.user_id, get_name_for_admin(p.user_id) as author_name, a.sort_value
    from ${adminRowIdsSql("posts", params)}
    join team_posts p on p.id = a.id
    join teams t on t.id = p.team_id
    order by a.list_position`,
  )

const setPostsPublishedQuery = (ids: string[], isPublished: boolean): Query<{ id: string }> =>
  // The query also returns posts that already are in the requested state, so that they count as done.
  query`
    with existing as (
      select id from team_posts where id = any(${ids}::uuid[])
    ), changed as (
      update team_posts set is_published = ${isPublished},
        -- Keeps the team from publishing the post again.
        hidden_at = case when not ${isPublished} then date_trunc('milliseconds', now()) end
      where id in (select id from existing) and is_published <> ${isPublished}
    )
    select id from existing`

export const changePosts = (db: Db, ids: string[], action: "publish" | "hide" | "delete") =>
  writeMany(
    db,
    action === "delete"
      ? query`delete from team_posts where id = any(${ids}::uuid[]) returning id`
      : setPostsPublishedQuery(ids, action === "publish"),
  )

export const listAdminNewcomers = (db: Db, params: ListQuery) =>
  toAdminPage(
    params,
    db.many<WithSortValue<NewcomerEntry>>`
    select id, kind, title, excerpt, team, thread, author, created_at, sort_value
    from list_admin_newcomer_content(${listArgumentsSql(params)})`,
  )

const hideCommentsQuery = (ids: string[]): Query<{ id: string }> =>
  query`select id from unnest(${ids}::uuid[]) as id where set_comment_hidden(id, is_hidden => true) = 'done'`

/** `ids` identify unreviewed teams, posts and comments. */
export const changeNewcomers = (db: Db, ids: string[], action: "approve" | "hide") =>
  action === "approve"
    ? writeMany(db, query`select id from approve_newcomers(${ids}::uuid[]) as id`)
    : writeMany(
        db,
        setTeamsHiddenQuery(ids, true),
        setPostsPublishedQuery(ids, false),
        hideCommentsQuery(ids),
      )

export const listAdminReportCases = (db: Db, params: ListQuery) =>
  toAdminPage(
    params,
    db.many<WithSortValue<ReportCase>>`
    with page as materialized (
      select a.id, a.sort_value, a.list_position from ${adminRowIdsSql("reports", params)}
    )
    select r.*, page.sort_value
    from page join list_admin_report_cases(array(select page.id from page)) r on r.id = page.id
    order by page.list_position`,
  )

const caseQuery = (id: string): Query<ReportCase> =>
  query`select * from list_admin_report_cases(array[${id}::uuid])`

export async function getAdminReportCase(db: Db, id: string): Promise<CaseDetail | null> {
  const [[caseRow], items] = await db.batch([
    caseQuery(id),
    query<Report>`
      select reporter, reason, details, created_at from list_admin_reports(${id})`,
  ])
  return caseRow ? { ...caseRow, items } : null
}

interface DecisionResult {
  outcome: "done" | "not_found" | "already_decided" | "stale" | "is_super_admin"
  /** URL of the member's picture if other people may know it. The caller must then move the file. */
  exposed_avatar: string | null
}

/**
 * Decides a case, which consists of the reports about the same content. Refuses if `updated_at` of the case is not
 * `expectedUpdatedAt`. `reply` goes to the reporters, and `ownerReply` goes to the owner of the content.
 */
export async function decideCase(
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  input: {
    decision: (typeof DECISIONS)[number]
    reply: string | null
    ownerReply: string | null
    informsOwner: boolean
  },
) {
  const { rows, ...site } = await writeSite(db, [
    query<DecisionResult>`
      select outcome, exposed_avatar
      from decide_report_case(
        ${id}, ${input.decision}, ${input.reply}, ${input.ownerReply}, ${input.informsOwner},
        ${expectedUpdatedAt}::timestamptz
      )`,
    caseQuery(id),
  ])
  const [[decisionRow], [row = null]] = rows
  return {
    outcome: decisionRow?.outcome ?? "not_found",
    exposedAvatar: decisionRow?.exposed_avatar ?? null,
    row,
    ...site,
  }
}
