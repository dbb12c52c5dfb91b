/** The blogs of teams. */
import { type Db, query } from "../client.ts"
import type { CountryCode } from "./codes.ts"
import { siteVersion } from "./content-version.ts"
import { type Page, pageOf } from "./cursor.ts"

export type VideoType = "youtube" | "vimeo" | "other"

export interface TeamPostCard {
  id: string
  title: string
  video_url: string | null
  video_type: VideoType | null
  created_at: string
  team_id: string
  team_name: string
  team_slug: string
  team_location: string | null
  team_country: CountryCode | null
  team_member_count: number
}

/** The newest published posts of all teams. */
export const latestTeamPosts = (db: Db, limit: number) => db.many<TeamPostCard>`
  select id, title, video_url, video_type, created_at, team_id, team_name, team_slug,
    team_location, team_country, team_member_count(team_id) as team_member_count
  from get_safe_team_posts()
  where is_published
  order by created_at desc, id desc
  limit ${limit}`

export interface TeamPost {
  id: string
  team_id: string
  /** Null when the author has left Daina. */
  user_id: string | null
  /** Null when the author hides it, or has left. */
  author_name: string | null
  title: string
  content: string
  content_html: string
  video_url: string | null
  video_type: VideoType | null
  is_published: boolean
  /** Whether who runs the site hides it: then it cannot be published. */
  is_hidden: boolean
  created_at: string
  updated_at: string
}

/** Every published post, the newest first: for the build. */
export const publishedTeamPosts = (db: Db) => db.many<TeamPost>`
  select id, team_id, user_id, author_name, title, content, content_html, video_url, video_type,
    is_published, is_hidden, created_at, updated_at
  from get_safe_team_posts()
  where is_published
  order by created_at desc, id desc`

interface PostsPage {
  limit: number
  cursor: [string, string] | null
}

/** A team's posts that the viewer may see, drafts of theirs included, the newest first. */
export function postsOfTeam(slug: string, { limit, cursor }: PostsPage) {
  const [time = null, id = null] = cursor ?? []
  return query<TeamPost>`
    select id, team_id, user_id, author_name, title, content, content_html, video_url, video_type,
      is_published, is_hidden, created_at, updated_at
    from get_safe_team_posts()
    where team_id = (select t.id from teams t where t.slug = ${slug})
      and (${time}::timestamptz is null or (created_at, id) < (${time}::timestamptz, ${id}::uuid))
    order by created_at desc, id desc
    limit ${limit + 1}`
}

/** A page of {@link postsOfTeam}; null when there is no such team. */
export async function teamPostsPage(
  db: Db,
  slug: string,
  page: PostsPage,
): Promise<Page<TeamPost> | null> {
  const [teams, rows] = await db.batch([
    query<{ id: string }>`select id from teams where slug = ${slug}`,
    postsOfTeam(slug, page),
  ])
  return teams.length > 0 ? pageOf(rows, page.limit, (post) => [post.created_at, post.id]) : null
}

export interface PostInput {
  title: string
  content: string
  content_html: string
  video_url: string | null
  video_type: VideoType | null
  is_published: boolean
}

const postById = (id: string) => query<TeamPost>`
  select id, team_id, user_id, author_name, title, content, content_html, video_url, video_type,
    is_published, is_hidden, created_at, updated_at
  from get_safe_team_posts() where id = ${id}`

/**
 * Stores a post of the viewer's on a team's blog; null when there is no such team. Throws
 * insufficient_privilege for somebody who does not manage it.
 */
export async function createPost(db: Db, id: string, slug: string, post: PostInput) {
  const [, [created]] = await db.batch([
    query`
      insert into team_posts (id, team_id, user_id, title, content, content_html, video_url,
        video_type, is_published)
      select ${id}, t.id, current_viewer(), ${post.title}, ${post.content}, ${post.content_html},
        ${post.video_url}, ${post.video_type}, ${post.is_published}
      from teams t where t.slug = ${slug}`,
    postById(id),
  ])
  return created ?? null
}

/** Saves a post that is as it was at `basedOn`; `saved` tells whether it did, `post` is how it stands now. */
export async function updatePost(db: Db, id: string, basedOn: string, post: PostInput) {
  const [[before], updated, [present], [after]] = await db.batch([
    siteVersion(),
    query<{ id: string }>`
      update team_posts set title = ${post.title}, content = ${post.content},
        content_html = ${post.content_html}, video_url = ${post.video_url},
        video_type = ${post.video_type}, is_published = ${post.is_published}
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    postById(id),
    siteVersion(),
  ])
  return {
    post: present ?? null,
    saved: updated.length > 0,
    changedSite: before?.version !== after?.version,
  }
}

/** Deletes a post; null when there is none that the viewer may delete. */
export const deletePost = (db: Db, id: string) => db.one<{ was_published: boolean }>`
  delete from team_posts where id = ${id} returning is_published as was_published`
