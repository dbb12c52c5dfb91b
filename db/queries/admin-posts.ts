/** Posts of all teams' blogs, as who runs the site sees and changes them. */
import { type Db, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import { siteVersion } from "./content-version.ts"

export interface AdminPost {
  id: string
  title: string
  /** The beginning of its text. */
  excerpt: string
  video_url: string | null
  is_published: boolean
  /** Whether its authors may not publish it; publishing it here ends that. */
  is_hidden: boolean
  created_at: string
  updated_at: string
  team_name: string
  team_slug: string
  user_id: string | null
  author_name: string | null
}

/** One page of all posts, drafts included. */
export async function adminPosts(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminPost & { sort_value: string }>`
    select p.id, p.title, left(p.content, 300) as excerpt, p.video_url, p.is_published,
      p.hidden_at is not null as is_hidden, p.created_at, p.updated_at, t.name as team_name,
      t.slug as team_slug, p.user_id, member_name(p.user_id) as author_name, a.sort_value
    from admin_rows('posts', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    join team_posts p on p.id = a.id
    join teams t on t.id = p.team_id
    order by a.place`
  return listPage(rows, ask)
}

export type PostAct = "publish" | "hide" | "delete"

/** Does it to these posts, in one transaction; `done` are the ids of those that were there. */
export async function actOnPosts(db: Db, ids: string[], act: PostAct) {
  const [[before], rows, [after]] = await db.batch([
    siteVersion(),
    act === "delete"
      ? query<{ id: string }>`delete from team_posts where id = any(${ids}::uuid[]) returning id`
      : // Those that are so already count as done, and do not change.
        query<{ id: string }>`
          with there as (
            select id from team_posts where id = any(${ids}::uuid[])
          ), changed as (
            update team_posts set is_published = ${act === "publish"},
              -- Else its team would publish it again.
              hidden_at = case when not ${act === "publish"} then date_trunc('milliseconds', now()) end
            where id in (select id from there) and is_published <> ${act === "publish"}
          )
          select id from there`,
    siteVersion(),
  ])
  return { done: rows.map(({ id }) => id), changedSite: before?.version !== after?.version }
}
