import type { Country } from "../../src/countries.ts"
import { type NewPost, newPost } from "../../src/features/teams/forms.ts"
import type { PostCard } from "../../src/features/teams/page/schema.ts"
import type { PostWithTeam, TeamPost } from "../../src/features/teams/schema.ts"
import type { LanguageUpdate } from "../../src/schema/translations.ts"
import {
  type Db,
  listColumns,
  type Query,
  query,
  toColumnNames,
  toColumnValues,
  updateRowQuery,
} from "../client.ts"
import { writeRow } from "./content-version.ts"
import { type Page, type Position, toPage } from "./paging.ts"

export interface TeamPostCard extends PostCard {
  video_type: TeamPost["video_type"]
  team_id: string
  team_name: string
  team_slug: string
  team_location: string | null
  team_country: Country | null
  team_member_count: number
}

/**
 * Column with a post's picture: the thumbnail of its video or else the first picture in its text. Must match
 * `getPostPicture()` in src/features/teams/pictures.ts.
 */
export const POST_PICTURE_COLUMN = query`
  coalesce(video_thumb_url, substring(content_html from '/uploads/[a-z-]+/[A-Za-z0-9_-]+\\.webp')) as picture_url`

/** Returns the newest listed post of each team, up to `limit`. Each step of the recursion is one index lookup. */
export const listLatestTeamPosts = (db: Db, limit: number) => db.many<TeamPostCard>`
  with recursive newest as (
    select null::uuid as id, 'infinity'::timestamptz as created_at, '{}'::uuid[] as found_team_ids
    union all
    select post.id, post.created_at, n.found_team_ids || post.team_id
    from newest n, lateral (
      select p.id, p.created_at, p.team_id from list_visible_team_posts() p
      where p.is_listed and p.team_id <> all (n.found_team_ids)
        and (p.created_at, p.id) < (n.created_at, n.id)
      order by p.created_at desc, p.id desc limit 1
    ) post
    where cardinality(n.found_team_ids) < ${limit}
  )
  select p.id, p.title, p.language, p.video_url, p.video_type, ${POST_PICTURE_COLUMN}, p.created_at,
    p.team_id, p.team_name, p.team_slug,
    p.team_location, p.team_country, count_team_members(p.team_id) as team_member_count
  from newest n, lateral (
    -- The limit forces an index lookup per row. For a plain join, the planner expects too many rows.
    select * from list_visible_team_posts() s where s.id = n.id limit 1
  ) p
  order by p.created_at desc, p.id desc`

/** Columns that are the same for all viewers. */
const PUBLIC_POST_COLUMNS = query`id, team_id, user_id, author_name, title, content, content_html, video_url,
  video_type, video_thumb_url, is_published, is_hidden, is_listed, language, is_language_guessed,
  created_at, updated_at, count_cheers(id) as cheer_count`

const POST_COLUMNS = query`${PUBLIC_POST_COLUMNS},
  exists (
    select from cheers c where c.subject_id = id and c.user_id = (select current_viewer())
  ) as is_cheered`

const POST_TEAM_COLUMNS = query`team_name, team_slug, team_country,
  (select t.cover_image_url from teams t where t.id = team_id) as team_cover_url`

export const listPublishedTeamPosts = (db: Db) => db.many<PostWithTeam>`
  select ${PUBLIC_POST_COLUMNS}, false as is_cheered, ${POST_TEAM_COLUMNS}
  from list_visible_team_posts()
  where is_published
  order by created_at desc, id desc`

export const getPostWithTeam = (db: Db, id: string) => db.one<PostWithTeam>`
  select ${POST_COLUMNS}, ${POST_TEAM_COLUMNS} from list_visible_team_posts() where id = ${id}`

/** Returns a page of the team's posts, including drafts that the viewer may see; null if the team does not exist. */
export async function listTeamPosts(
  db: Db,
  slug: string,
  { limit, cursor }: { limit: number; cursor: Position | null },
): Promise<Page<TeamPost> | null> {
  const [time = null, id = null] = cursor ?? []
  const [teams, rows] = await db.batch([
    query<{ id: string }>`select id from teams where id = (select find_team_id(${slug}))`,
    query<TeamPost>`
      select ${POST_COLUMNS}
      from list_visible_team_posts()
      where team_id = (select find_team_id(${slug}))
        and (${time}::timestamptz is null or (created_at, id) < (${time}::timestamptz, ${id}::uuid))
      order by created_at desc, id desc
      limit ${limit + 1}`,
  ])
  return teams.length > 0 ? toPage(rows, limit, (post) => [post.created_at, post.id]) : null
}

/** Selects a team's newest post and its newest post with a video. `slug` may be a former slug of the team. */
export const newestPostsQuery = (slug: string): Query<PostCard> => query`
  with posts as (
    select id, title, language::text, video_url, ${POST_PICTURE_COLUMN}, created_at from team_posts
    where team_id = (select find_team_id(${slug})) and is_published
  )
  (select * from posts order by created_at desc, id desc limit 1)
  union
  (select * from posts where video_url is not null order by created_at desc, id desc limit 1)
  order by created_at desc`

export type PostInput = Pick<TeamPost, "content_html" | "video_type"> &
  Omit<NewPost, "language"> &
  LanguageUpdate

const postQuery = (id: string) => query<TeamPost>`
  select ${POST_COLUMNS} from list_visible_team_posts() where id = ${id}`

const WRITTEN_COLUMN_NAMES = [
  ...listColumns(newPost),
  "content_html",
  "video_type",
  "is_language_guessed",
] as const

/** Returns null if the team does not exist. Throws insufficient_privilege if the viewer does not manage the team. */
export async function createPost(db: Db, id: string, slug: string, post: Required<PostInput>) {
  const [, [created]] = await db.batch([
    query`
      insert into team_posts (id, team_id, user_id, ${toColumnNames(WRITTEN_COLUMN_NAMES)})
      select ${id}, t.id, current_viewer(), ${toColumnValues(WRITTEN_COLUMN_NAMES, post)}
      from teams t where t.id = (select find_team_id(${slug}))`,
    postQuery(id),
  ])
  return created ?? null
}

export const updatePost = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  post: Partial<PostInput>,
) =>
  writeRow(
    db,
    updateRowQuery("team_posts", WRITTEN_COLUMN_NAMES, id, expectedUpdatedAt, post),
    postQuery(id),
  )

/** Stores the thumbnail of a post's video. Returns false if the post now has another video. */
export const storeVideoThumb = async (db: Db, id: string, video: string, thumb: string) =>
  (await db.one`
    update team_posts set video_thumb_url = ${thumb} where id = ${id} and video_url = ${video}
    returning id`) !== null

export const deletePost = (db: Db, id: string) => db.one<{ was_published: boolean }>`
  delete from team_posts where id = ${id} returning is_published as was_published`
