import { COUNTRIES, type Country } from "../../src/countries.ts"
import type { FollowState, OwnFollow } from "../../src/features/follows/schema.ts"
import { type Db, type Query, query } from "../client.ts"

/** Columns of a team `t`. Members of a team follow it without a row in `follows`. */
export const TEAM_FOLLOW_COLUMNS = query`
  t.id in (select list_own_team_ids('member'))
    or exists (
      select from follows f where f.team_id = t.id and f.user_id = (select current_viewer())
    ) as is_following,
  count_team_followers(t.id) as follower_count`

/** Returns the state after the write; null if the team or artist does not exist. */
async function writeFollow(db: Db, write: Query<unknown>, stateQuery: Query<FollowState>) {
  const [, [state = null]] = await db.batch([write, stateQuery])
  return state
}

/**
 * Follows or unfollows a team. Changes nothing for a member of the team, because members always follow their team.
 * Returns null if the team does not exist or is hidden.
 */
export const setTeamFollowed = (db: Db, slug: string, isFollowed: boolean) =>
  writeFollow(
    db,
    isFollowed
      ? query`
          insert into follows (user_id, team_id)
          select current_viewer(), t.id from teams t
          where t.id = (select find_team_id(${slug})) and t.hidden_at is null
            and t.id not in (select list_own_team_ids('member'))
          on conflict do nothing`
      : query`
          delete from follows
          where user_id = (select current_viewer()) and team_id = (select find_team_id(${slug}))`,
    query<FollowState>`
      select ${TEAM_FOLLOW_COLUMNS} from teams t
      where t.id = (select find_team_id(${slug})) and t.hidden_at is null`,
  )

export const setCountryFollowed = (db: Db, country: Country, isFollowed: boolean) =>
  writeFollow(
    db,
    isFollowed
      ? query`
          insert into follows (user_id, country) values (current_viewer(), ${country})
          on conflict do nothing`
      : query`
          delete from follows where user_id = (select current_viewer()) and country = ${country}`,
    query<FollowState>`
      select exists (
          select from follows where user_id = (select current_viewer()) and country = ${country}
        ) as is_following,
        count_country_followers(${country}) as follower_count`,
  )

const matchesSlugCondition = (slug: string) =>
  query`(slug = ${slug} or ${slug} = any (former_slugs))`

export const setArtistFollowed = (db: Db, slug: string, isFollowed: boolean) =>
  writeFollow(
    db,
    isFollowed
      ? query`
          insert into follows (user_id, artist_id)
          select current_viewer(), id from artists where ${matchesSlugCondition(slug)}
          on conflict do nothing`
      : query`
          delete from follows
          where user_id = (select current_viewer())
            and artist_id in (select id from artists where ${matchesSlugCondition(slug)})`,
    query<FollowState>`
      select exists (
          select from follows where user_id = (select current_viewer()) and artist_id = a.id
        ) as is_following,
        count_artist_followers(a.id) as follower_count
      from artists a where ${matchesSlugCondition(slug)}`,
  )

/** Returns what the viewer follows, except hidden teams and the teams of which the viewer is a member. */
export const listFollowsOfViewer = (db: Db) => db.many<OwnFollow>`
  select case when f.country is not null then 'country' when f.artist_id is not null then 'artist' else 'team' end as kind,
    coalesce(t.name, a.name) as name, coalesce(t.slug, a.slug) as slug,
    coalesce(f.country, t.country)::text as country, f.created_at, true as is_following,
    case when f.country is not null then count_country_followers(f.country)
      when f.artist_id is not null then count_artist_followers(f.artist_id)
      else count_team_followers(f.team_id) end as follower_count
  from follows f left join teams t on t.id = f.team_id left join artists a on a.id = f.artist_id
  where f.user_id = (select current_viewer())
    and (f.team_id is null
      or (t.id is not null and t.hidden_at is null and t.id not in (select list_own_team_ids('member'))))
  order by f.created_at desc, f.team_id, f.country, f.artist_id`

/** Counts the followers of each team, artist and country. `followed` is an id, or the code of a country. */
export const countFollowers = (db: Db) => db.many<{ followed: string; count: number }>`
  select id::text as followed, count_team_followers(id) as count from teams
  union all
  select id::text, count_artist_followers(id) from artists
  union all
  select country, count_country_followers(country) from unnest(${[...COUNTRIES]}::text[]) country`
