import type { Country } from "../../src/countries.ts"
import { type EditedTeam, editedTeam, type NewTeam } from "../../src/features/teams/forms.ts"
import type { TeamPage } from "../../src/features/teams/page/schema.ts"
import type {
  JoinRequest,
  OwnRequest,
  OwnTeam,
  Team,
  TeamCard,
  TeamForViewer,
  TeamMember,
  TeamRole,
} from "../../src/features/teams/schema.ts"
import { DEFAULT_LOCALE } from "../../src/i18n/locales.ts"
import { type Db, listColumns, type Query, query, toAssignments } from "../client.ts"
import { nextTeamEventsQuery } from "./events.ts"
import { TEAM_FOLLOW_COLUMNS } from "./follows.ts"
import { ownTeamEventsQuery } from "./own-events.ts"
import { type Page, type Position, toPage } from "./paging.ts"
import { newestPostsQuery } from "./team-posts.ts"

export interface TeamsQuery {
  limit: number
  cursor: Position | null
  /** A part of a name or place; empty for all teams. */
  search: string
  country: Country | null
}

const TEAM_CARD_COLUMNS = query`t.id, t.name, t.slug, t.description, t.language, t.translations, t.location, t.country::text as country,
  t.cover_image_url, t.is_verified, t.is_recruiting, t.created_at, count_team_members(t.id) as member_count`

/** Columns of a team `t`. */
export const TEAM_COLUMNS = query`${TEAM_CARD_COLUMNS}, t.website_url, t.instagram_url, t.youtube_url, t.members_may_post_events,
  t.reviewed_at is not null as is_listed, t.updated_at`

export async function listTeams(db: Db, params: TeamsQuery): Promise<Page<TeamCard>> {
  const { limit, cursor, search, country } = params
  const [time = null, id = null] = cursor ?? []
  const rows = await db.many<TeamCard>`
    select ${TEAM_CARD_COLUMNS} from teams t
    where t.reviewed_at is not null and t.search_text like to_like_pattern(${search})
      and (${country}::text is null or t.country = ${country})
      and (${time}::timestamptz is null or (t.created_at, t.id) < (${time}::timestamptz, ${id}::uuid))
    order by t.created_at desc, t.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (team) => [team.created_at, team.id])
}

export const listFormerSlugs = (db: Db) => db.many<{ former: string; slug: string }>`
  select f.slug as former, t.slug
  from team_former_slugs f join teams t on t.id = f.team_id
  order by f.slug`

export const listAllTeams = (db: Db) => db.many<Team>`
  select ${TEAM_COLUMNS} from teams t order by t.created_at desc, t.id desc`

const teamForViewerQuery = (slug: string, id: string | null = null): Query<TeamForViewer> => query`
  select ${TEAM_COLUMNS}, ${TEAM_FOLLOW_COLUMNS}, get_own_team_role(t.id) as role, t.hidden_at is not null as is_hidden,
    case when get_own_team_role(t.id) = 'owner' then (
      select count(*)::integer from team_join_requests r
      where r.team_id = t.id and r.status = 'pending'
    ) else 0 end as pending_requests,
    (
      select jsonb_strip_nulls(jsonb_build_object('id', r.id, 'status', r.status, 'reply', r.reply))
      from team_join_requests r
      where r.team_id = t.id and r.user_id = (select current_viewer()) and r.status <> 'approved'
    ) as request,
    exists (select from profiles where user_id = (select current_viewer())) as has_profile
  from teams t where t.id = (select coalesce(${id}::uuid, find_team_id(${slug})))`

export async function getTeamPage(db: Db, slug: string): Promise<TeamPage | null> {
  const [[team], next_events, own_events, newest_posts] = await db.batch([
    teamForViewerQuery(slug),
    nextTeamEventsQuery(slug),
    ownTeamEventsQuery(slug),
    newestPostsQuery(slug),
  ])
  return team ? { ...team, next_events, own_events, newest_posts } : null
}

export async function listTeamsOfViewer(db: Db) {
  const [teams, requests, profiles] = await db.batch([
    query<OwnTeam>`
      select ${TEAM_CARD_COLUMNS}, m.role,
        m.role in ('owner', 'admin') or t.members_may_post_events as may_post_events,
        t.hidden_at is not null as is_hidden, t.reviewed_at is not null as is_listed,
        case when m.role = 'owner' then (
          select count(*)::integer from team_join_requests r
          where r.team_id = t.id and r.status = 'pending'
        ) else 0 end as pending_requests
      from team_members m join teams t on t.id = m.team_id
      where m.user_id = (select current_viewer())
      order by array_position(array['owner', 'admin', 'member'], m.role), t.name, t.id`,
    query<OwnRequest>`
      select r.id, t.name as team_name, t.slug as team_slug, r.status
      from team_join_requests r join teams t on t.id = r.team_id
      where r.user_id = (select current_viewer()) and r.status <> 'approved'
      order by r.status, r.created_at desc, r.id`,
    query`select user_id from profiles where user_id = (select current_viewer())`,
  ])
  return { teams, requests, has_profile: profiles.length > 0 }
}

/**
 * Creates a team. If the viewer has no profile, creates one with the name `displayName`, or returns null if this name
 * is undefined. Throws a unique violation if the slug is taken.
 */
export async function createTeam(
  db: Db,
  team: NewTeam,
  displayName: string | undefined,
): Promise<TeamForViewer | null> {
  const [, [created], [row]] = await db.batch([
    query`
      insert into profiles (user_id, display_name)
      select current_viewer(), ${displayName ?? null} where ${displayName !== undefined}::boolean
      on conflict do nothing`,
    query<{ id: string }>`
      select create_team(${team.name}, ${team.slug}, ${team.description}, ${team.location},
        ${team.country}, ${team.language ?? DEFAULT_LOCALE}) as id
      where exists (select from profiles where user_id = (select current_viewer()))`,
    teamForViewerQuery(team.slug),
  ])
  return (created && row) ?? null
}

/** Edits a team. Saves nothing if the team has changed since `expectedUpdatedAt`. */
export async function updateTeam(
  db: Db,
  { id, slug }: { id: string | null; slug: string },
  expectedUpdatedAt: string,
  team: Partial<EditedTeam> & Pick<EditedTeam, "slug">,
) {
  const [[changed], [teamAtOldSlug], [teamAtNewSlug]] = await db.batch([
    query<{ slug: string }>`
      update teams set ${toAssignments(listColumns(editedTeam), team)}
      -- Super admins edit teams in the admin area instead.
      where id = (select coalesce(${id}::uuid, find_team_id(${slug}))) and updated_at = ${expectedUpdatedAt}::timestamptz
        and get_own_team_role(id) = 'owner'
      returning slug`,
    teamForViewerQuery(slug, id),
    teamForViewerQuery(team.slug),
  ])
  return { team: (changed ? teamAtNewSlug : teamAtOldSlug) ?? null, saved: changed !== undefined }
}

export const listTeamMembers = (db: Db, slug: string) => db.many<TeamMember>`
  select m.user_id, m.role, m.created_at, m.display_name, m.avatar_url
  from list_team_members(find_team_id(${slug})) m`

export const listAllTeamMembers = (db: Db) => db.many<TeamMember & { team_id: string }>`
  select t.id as team_id, m.user_id, m.role, m.created_at, m.display_name, m.avatar_url
  from teams t, list_team_members(t.id) with ordinality as m
  order by t.id, m.ordinality`

export type MemberOutcome = "done" | "forbidden" | "not_found"

export const setTeamRole = (db: Db, slug: string, member: string, role: TeamRole) =>
  db.value<MemberOutcome>`
    select set_team_role(id, ${member}, ${role}) from teams where id = (select find_team_id(${slug}))`

export const handTeamOver = (db: Db, slug: string, member: string) =>
  db.value<MemberOutcome>`
    select hand_over_team(id, ${member}) from teams where id = (select find_team_id(${slug}))`

/**
 * Removes a member from a team. If the owner leaves, another member becomes the owner, or the team is deleted if it has
 * no other members. Returns null if the team does not exist.
 */
export const removeTeamMember = (db: Db, slug: string, member: string) =>
  db.value<MemberOutcome>`
    select remove_team_member(id, ${member}) from teams where id = (select find_team_id(${slug}))`

export const requestToJoin = (db: Db, slug: string, message: string | null) => db.one<{
  /** `requested` on success, otherwise an error code. */
  outcome: string
  request_id: string | null
  /** Whether the owner's decision will also be emailed to the viewer. */
  is_emailed: boolean
}>`
  select a.outcome, a.request_id, coalesce((
    select wants_topic(u.id, 'join_answer', 'email') and u.email_verified_at is not null from users u
    where u.id = current_viewer()
  ), false) as is_emailed
  from teams t, request_to_join(t.id, ${message}) a where t.id = (select find_team_id(${slug}))`

export async function getTeamWithRequests(db: Db, slug: string) {
  const [[team], requests] = await db.batch([
    teamForViewerQuery(slug),
    query<JoinRequest>`
      select r.id, r.user_id, r.message, r.status, r.created_at, r.decided_at, r.display_name,
        r.avatar_url
      from list_join_requests(find_team_id(${slug})) r`,
  ])
  return { team: team ?? null, requests }
}

/**
 * The decision `pending` reopens a declined request. Returns `decided` or a refusal. Throws DA403 if the owner writes a
 * message and has not confirmed their email address.
 */
export const decideJoinRequest = (
  db: Db,
  id: string,
  decision: JoinRequest["status"],
  message: string | null,
) =>
  decision === "pending"
    ? db.value<string>`select reopen_join_request(${id})`
    : db.value<string>`select decide_join_request(${id}, ${decision === "approved"}, ${message})`

export const withdrawJoinRequest = async (db: Db, id: string): Promise<boolean> =>
  (await db.one`
    delete from team_join_requests
    where id = ${id} and user_id = current_viewer() and status = 'pending' returning id`) !== null
