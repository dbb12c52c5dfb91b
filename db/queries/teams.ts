/** Teams: finding, reading, founding and editing them. */
import { type Db, type Query, query } from "../client.ts"
import type { CountryCode } from "./codes.ts"
import { type Page, pageOf } from "./cursor.ts"

export type TeamRole = "owner" | "admin" | "member"

export interface TeamCard {
  id: string
  name: string
  slug: string
  description: string | null
  location: string | null
  country: CountryCode | null
  cover_image_url: string | null
  is_verified: boolean
  created_at: string
  member_count: number
}

export interface Team extends TeamCard {
  website_url: string | null
  instagram_url: string | null
  youtube_url: string | null
  members_may_post_events: boolean
  updated_at: string
}

/** What the viewer is to a team. */
export interface Standing {
  /** Null for somebody who is not in it. */
  role: TeamRole | null
  request: { id: string; status: "pending" | "rejected" } | null
  /** Whether who runs the site hides the team from everybody who is not in it. */
  is_hidden: boolean
}

interface Asked {
  limit: number
  /** The position of the last row seen, null at the start. */
  cursor: [string, string] | null
  /** Part of a name or a place; capitals and accents do not matter. Empty for all. */
  search: string
  country: CountryCode | null
}

/** Teams, the newest first. */
export async function teamsPage(db: Db, asked: Asked): Promise<Page<TeamCard>> {
  const { limit, cursor, search, country } = asked
  const [time = null, id = null] = cursor ?? []
  const rows = await db.many<TeamCard>`
    select t.id, t.name, t.slug, t.description, t.location, t.country::text as country,
      t.cover_image_url, t.is_verified, t.created_at, team_member_count(t.id) as member_count
    from team_page(${search}, ${country}, ${time}, ${id}, ${limit + 1}) page
    join teams t on t.id = page.id
    order by t.created_at desc, t.id desc`
  return pageOf(rows, limit, (team) => [team.created_at, team.id])
}

/** Every team, the newest first: for the build. */
export const allTeams = (db: Db) => db.many<Team>`
  select id, name, slug, description, location, country::text as country, website_url, instagram_url,
    youtube_url, cover_image_url, is_verified, members_may_post_events, created_at, updated_at,
    team_member_count(id) as member_count
  from teams order by created_at desc, id desc`

/** A team with what the viewer is to it, for a batch. */
export const teamWithStanding = (slug: string): Query<Team & Standing> => query`
  select t.id, t.name, t.slug, t.description, t.location, t.country::text as country, t.website_url,
    t.instagram_url, t.youtube_url, t.cover_image_url, t.is_verified, t.members_may_post_events,
    t.created_at, t.updated_at, team_member_count(t.id) as member_count, team_role(t.id) as role,
    t.hidden_at is not null as is_hidden,
    (
      select jsonb_build_object('id', r.id, 'status', r.status) from team_join_requests r
      where r.team_id = t.id and r.user_id = current_viewer() and r.status <> 'approved'
    ) as request
  from teams t where t.slug = ${slug}`

/** A team with what the viewer is to it, or null. */
export const teamBySlug = async (db: Db, slug: string) =>
  (await db.batch([teamWithStanding(slug)]))[0][0] ?? null

export interface OwnTeam extends TeamCard {
  role: TeamRole
  may_post_events: boolean
  is_hidden: boolean
  /** How many wait for an answer, for the owner. */
  pending_requests: number
}

/** The viewer's teams with their role, those they lead first, for a batch. */
export const ownTeams = (): Query<OwnTeam> => query`
  select t.id, t.name, t.slug, t.description, t.location, t.country::text as country,
    t.cover_image_url, t.is_verified, t.created_at, team_member_count(t.id) as member_count, m.role,
    m.role in ('owner', 'admin') or t.members_may_post_events as may_post_events,
    t.hidden_at is not null as is_hidden,
    case when m.role = 'owner' then (
      select count(*)::integer from team_join_requests r
      where r.team_id = t.id and r.status = 'pending'
    ) else 0 end as pending_requests
  from team_members m join teams t on t.id = m.team_id
  where m.user_id = current_viewer()
  order by array_position(array['owner', 'admin', 'member'], m.role), t.name, t.id`

/** A request of the viewer's that waits or was declined. */
export interface OwnRequest {
  id: string
  team_name: string
  team_slug: string
  status: "pending" | "rejected"
}

/** What the viewer asked of teams and is not approved, what waits first, for a batch. */
export const ownRequests = (): Query<OwnRequest> => query`
  select r.id, t.name as team_name, t.slug as team_slug, r.status
  from team_join_requests r join teams t on t.id = r.team_id
  where r.user_id = current_viewer() and r.status <> 'approved'
  order by r.status, r.created_at desc, r.id`

/** The viewer's teams, and what they asked of others. */
export async function teamsOfViewer(db: Db) {
  const [teams, requests] = await db.batch([ownTeams(), ownRequests()])
  return { teams, requests }
}

export interface NewTeam {
  name: string
  slug: string
  description: string | null
  location: string | null
  country: CountryCode | null
}

/** Founds a team with the viewer as its owner and returns it; a taken slug is a unique violation. */
export async function createTeam(db: Db, team: NewTeam): Promise<(Team & Standing) | null> {
  const [, [created]] = await db.batch([
    query`
      select create_team(${team.name}, ${team.slug}, ${team.description}, ${team.location},
        ${team.country})`,
    query<Team & Standing>`
      select id, name, slug, description, location, country::text as country, website_url,
        instagram_url, youtube_url, cover_image_url, is_verified, members_may_post_events, created_at,
        updated_at, 1 as member_count, 'owner' as role, null as request, false as is_hidden
      from teams where slug = ${team.slug}`,
  ])
  return created ?? null
}

export interface TeamChange extends NewTeam {
  website_url: string | null
  instagram_url: string | null
  youtube_url: string | null
  cover_image_url: string | null
  members_may_post_events: boolean
}

export interface SavedTeam {
  /** As it stands now, null when there is none. */
  team: (Team & Standing) | null
  /** False when somebody else changed it after `basedOn`, or when it is not the viewer's to edit. */
  saved: boolean
}

/** Edits a team as its owner, if it is as it was at `basedOn`. */
export async function updateTeam(
  db: Db,
  slug: string,
  basedOn: string,
  team: TeamChange,
): Promise<SavedTeam> {
  const [[changed], [former], [renamed]] = await db.batch([
    query<{ slug: string }>`
      update teams set name = ${team.name}, slug = ${team.slug}, description = ${team.description},
        location = ${team.location}, country = ${team.country}, website_url = ${team.website_url},
        instagram_url = ${team.instagram_url}, youtube_url = ${team.youtube_url},
        cover_image_url = ${team.cover_image_url},
        members_may_post_events = ${team.members_may_post_events}
      -- Who runs the site has an editor of its own.
      where slug = ${slug} and updated_at = ${basedOn}::timestamptz and team_role(id) = 'owner'
      returning slug`,
    teamWithStanding(slug),
    teamWithStanding(team.slug),
  ])
  return { team: (changed ? renamed : former) ?? null, saved: changed !== undefined }
}
