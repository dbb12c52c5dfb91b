import type { Idea, ListedIdea, SimilarIdea } from "../../src/features/ideas/schema.ts"
import { type Db, query } from "../client.ts"

/** Number of the newest ideas that are listed. Older ideas are listed only if an admin marked them as popular. */
const MAX_LISTED_IDEAS = 300

export const listIdeas = (db: Db) => db.many<ListedIdea>`
  with listed as materialized (
    (select id from ideas order by created_at desc, id desc limit ${MAX_LISTED_IDEAS})
    union select id from ideas where is_popular
  )
  select i.id, i.title, i.description, i.category, i.status, i.reply, i.language, i.is_popular,
    v.vote_count, v.user_voted
  from ideas i join get_idea_vote_summary(array(select id from listed)) v on v.idea_id = i.id
  order by i.status in ('done', 'declined'), v.vote_count desc, i.created_at, i.id`

const MAX_POPULAR_IDEAS = 50

export const listPopularIdeas = (db: Db) => db.many<Idea>`
  select i.id, i.title, i.description, i.category, i.status, i.reply, i.language, v.vote_count,
    v.user_voted
  from ideas i
  join get_idea_vote_summary(array(select id from ideas where is_popular)) v on v.idea_id = i.id
  order by i.status in ('done', 'declined'), v.vote_count desc, i.created_at, i.id
  limit ${MAX_POPULAR_IDEAS}`

/**
 * Ideas with a larger word distance to the new title are not similar. The distance (`<<->` of pg_trgm) is 0 if the
 * idea's title contains the new title, and at most 1. The value was found by trial with the demo content.
 */
const MAX_TITLE_DISTANCE = 0.55

export const listSimilarIdeas = (db: Db, title: string) => db.many<SimilarIdea>`
  with nearest as materialized (
    select id, title, language, status, plain_text(${title}) <<-> search_text as distance
    from ideas
    order by plain_text(${title}) <<-> search_text
    limit 3
  )
  select n.id, n.title, n.language, n.status, v.vote_count, v.user_voted
  from nearest n
  join get_idea_vote_summary(array(select id from nearest)) v on v.idea_id = n.id
  where n.distance <= ${MAX_TITLE_DISTANCE}
  order by n.distance, n.id`

const countVotesQuery = (id: string) =>
  query<{ vote_count: number }>`select vote_count from get_idea_vote_summary(array[${id}::uuid])`

const closedIdeaQuery = (id: string) =>
  query<unknown>`select from ideas where id = ${id} and status in ('done', 'declined')`

/**
 * Returns "closed" if the idea is done or declined, and null if it does not exist. `already` is true if the viewer had
 * voted for it before.
 */
export async function voteForIdea(db: Db, id: string) {
  const [added, [votes], closed] = await db.batch([
    query`
      insert into idea_votes (idea_id, user_id)
      select id, current_viewer() from ideas
      where id = ${id} and status in ('open', 'planned')
      on conflict do nothing
      returning idea_id`,
    countVotesQuery(id),
    closedIdeaQuery(id),
  ])
  if (closed.length > 0) return "closed"
  return votes ? { ...votes, already: added.length === 0 } : null
}

export async function unvoteIdea(db: Db, id: string) {
  const [, [votes]] = await db.batch([
    query`delete from idea_votes where idea_id = ${id} and user_id = current_viewer()`,
    countVotesQuery(id),
  ])
  return votes ?? null
}
