/** Ideas and the votes for them. */
import { type Db, query } from "../client.ts"

export type IdeaCategory =
  | "events"
  | "teams"
  | "shop"
  | "community"
  | "technical"
  | "content"
  | "other"

export type IdeaStatus = "open" | "planned" | "done" | "declined"

export interface Idea {
  id: string
  title: string
  description: string
  category: IdeaCategory
  status: IdeaStatus
  /** What the people behind the site answer. */
  reply: string | null
  vote_count: number
  /** Whether the viewer did. */
  user_voted: boolean
}

export interface SimilarIdea {
  id: string
  title: string
  vote_count: number
  user_voted: boolean
}

/** More than anybody reads. */
const POPULAR_MAX = 50

/** The ideas that are marked as popular, those with the most votes first. */
export const popularIdeas = (db: Db) => db.many<Idea>`
  select i.id, i.title, i.description, i.category, i.status, i.reply, v.vote_count, v.user_voted
  from ideas i
  join get_idea_vote_summary(array(select id from ideas where is_popular)) v on v.idea_id = i.id
  order by v.vote_count desc, i.created_at, i.id
  limit ${POPULAR_MAX}`

/** How unlike a title may be to what is typed: 0 is all of it, 1 nothing. Tried with titles of the demo. */
const UNLIKE_MAX = 0.55

/** The three ideas whose titles come nearest to what is typed; capitals and accents do not matter. */
export const similarIdeas = (db: Db, title: string) => db.many<SimilarIdea>`
  with nearest as materialized (
    select id, title, plain_text(${title}) <<-> search_text as distance
    from ideas
    order by plain_text(${title}) <<-> search_text
    limit 3
  )
  select n.id, n.title, v.vote_count, v.user_voted
  from nearest n
  join get_idea_vote_summary(array(select id from nearest)) v on v.idea_id = n.id
  where n.distance <= ${UNLIKE_MAX}
  order by n.distance, n.id`

export interface Votes {
  vote_count: number
}

const countVotes = (id: string) =>
  query<Votes>`select vote_count from get_idea_vote_summary(array[${id}::uuid])`

/** The viewer's vote for an idea; `already` when it was there before. Null for no such idea. */
export async function voteForIdea(
  db: Db,
  id: string,
): Promise<(Votes & { already: boolean }) | null> {
  const [added, [votes]] = await db.batch([
    query`
      insert into idea_votes (idea_id, user_id)
      select id, current_viewer() from ideas where id = ${id}
      on conflict do nothing
      returning idea_id`,
    countVotes(id),
  ])
  return votes ? { ...votes, already: added.length === 0 } : null
}

/** Takes the viewer's vote back, if there is one. Null for no such idea. */
export async function unvoteIdea(db: Db, id: string): Promise<Votes | null> {
  const [, [votes]] = await db.batch([
    query`delete from idea_votes where idea_id = ${id} and user_id = current_viewer()`,
    countVotes(id),
  ])
  return votes ?? null
}
