import type { CheerCount, Cheers } from "../../src/features/cheers/schema.ts"
import { type Db, query } from "../client.ts"
import { originalIdSql } from "./comments.ts"

/**
 * Returns an SQL subquery that selects the post, article or event, or no row if the viewer may not cheer for it. A
 * cheer is a member's "like". Translations share the cheers of the original.
 */
const cheerableContentSql = (subject: string) => query`(
  select post_id, news_id, event_id, coalesce(post_id, news_id, event_id) as id from (
    select id as post_id, null::uuid as news_id, null::uuid as event_id from team_posts
    where id = ${subject} and is_published
    union all
    select null, id, null from news
    where id = ${originalIdSql(subject)} and is_published and original_id is null
    union all
    select null, null, id from events
    where id = ${subject} and event_type = 'public' and hidden_at is null
  ) as content
)`

export const getCheers = (db: Db, subject: string) => db.one<Cheers>`
  select count_cheers(content.id) as cheer_count,
    exists (select from cheers where subject_id = content.id and user_id = (select current_viewer())) as is_cheered
  from ${cheerableContentSql(subject)} as content`

export async function setCheer(db: Db, subject: string, isCheer: boolean) {
  const [, [cheers]] = await db.batch([
    isCheer
      ? query`
          insert into cheers (post_id, news_id, event_id, user_id)
          select post_id, news_id, event_id, current_viewer() from ${cheerableContentSql(subject)} as content
          on conflict do nothing`
      : query`delete from cheers where subject_id = ${originalIdSql(subject)} and user_id = current_viewer()`,
    query<CheerCount>`
      select count_cheers(content.id) as cheer_count from ${cheerableContentSql(subject)} as content`,
  ])
  return cheers ?? null
}

export const countContentCheers = (db: Db) => db.many<{ subject_id: string; count: number }>`
  select subject_id, count from list_cheer_counts()`
