/** Who is in a team, and who wants to be. */
import { type Db, query } from "../client.ts"
import { type TeamRole, teamWithStanding } from "./teams.ts"

export interface TeamMember {
  user_id: string
  role: TeamRole
  created_at: string
  /** Null when the member hides it, or has none. */
  display_name: string | null
  avatar_url: string | null
}

/** A team's members as everybody may see them: the owner first, then admins, then by time. */
export const teamMembers = (db: Db, slug: string) => db.many<TeamMember>`
  select m.user_id, m.role, m.created_at, m.display_name, m.avatar_url
  from teams t, team_members_safe(t.id) m where t.slug = ${slug}`

/** What an act on a team answered; null when there is no such team. */
type Outcome<Word extends string> = Promise<Word | null>

/** Makes a member an admin or an ordinary one, as the owner. */
export async function setTeamRole(
  db: Db,
  slug: string,
  member: string,
  role: TeamRole,
): Outcome<"done" | "forbidden" | "not_found"> {
  const row = await db.one<{ outcome: "done" | "forbidden" | "not_found" }>`
    select set_team_role(id, ${member}, ${role}) as outcome from teams where slug = ${slug}`
  return row?.outcome ?? null
}

/** Makes a member the owner, as the owner, who stays as an admin. */
export async function handTeamOver(
  db: Db,
  slug: string,
  member: string,
): Outcome<"done" | "forbidden" | "not_found"> {
  const row = await db.one<{ outcome: "done" | "forbidden" | "not_found" }>`
    select hand_over_team(id, ${member}) as outcome from teams where slug = ${slug}`
  return row?.outcome ?? null
}

/** Removes a member as the owner, or lets the viewer leave; an owner who leaves passes the team on. */
export async function removeTeamMember(
  db: Db,
  slug: string,
  member: string,
): Outcome<"done" | "forbidden" | "not_found"> {
  const row = await db.one<{ outcome: "done" | "forbidden" | "not_found" }>`
    select remove_team_member(id, ${member}) as outcome from teams where slug = ${slug}`
  return row?.outcome ?? null
}

export type AskOutcome =
  | "asked"
  | "already_member"
  | "already_requested"
  | "declined"
  | "profile_incomplete"
  | "not_found"

/**
 * Asks to join, as the viewer; `mails` tells whether the answer comes by mail, too. Null when there is no
 * such team.
 */
export const askToJoin = (db: Db, slug: string, message: string | null) => db.one<{
  outcome: AskOutcome
  request_id: string | null
  mails: boolean
}>`
  select a.outcome, a.request_id, coalesce((
    select u.mail_join_answers and u.email_verified_at is not null from users u
    where u.id = current_viewer()
  ), false) as mails
  from teams t, ask_to_join(t.id, ${message}) a where t.slug = ${slug}`

export interface JoinRequest {
  id: string
  user_id: string
  message: string | null
  status: "pending" | "approved" | "rejected"
  created_at: string
  decided_at: string | null
  display_name: string | null
  avatar_url: string | null
}

/**
 * A team, and the requests to it when the viewer owns it: those that wait before all others, the newest
 * first.
 */
export async function teamWithRequests(db: Db, slug: string) {
  const [[team], requests] = await db.batch([
    teamWithStanding(slug),
    query<JoinRequest>`
      select r.id, r.user_id, r.message, r.status, r.created_at, r.decided_at, r.display_name,
        r.avatar_url
      from teams t, join_requests_of(t.id) r where t.slug = ${slug}`,
  ])
  return { team: team ?? null, requests }
}

export type Decision = "approved" | "rejected" | "pending"

/** Approves, declines or reopens a request, as the team's owner. */
export async function decideJoinRequest(db: Db, id: string, decision: Decision) {
  const row =
    decision === "pending"
      ? await db.one<{ outcome: string }>`select reopen_join_request(${id}) as outcome`
      : await db.one<{ outcome: string }>`
          select decide_join_request(${id}, ${decision === "approved"}) as outcome`
  return row?.outcome ?? "not_found"
}

/** Takes back the viewer's own request while it waits; false when there is none. */
export async function withdrawJoinRequest(db: Db, id: string): Promise<boolean> {
  const row = await db.one<{ id: string }>`
    delete from team_join_requests
    where id = ${id} and user_id = current_viewer() and status = 'pending' returning id`
  return row !== null
}
