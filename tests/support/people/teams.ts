import { randomBytes } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import type { Country } from "../../../src/countries.ts"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { assertStored } from "../factories.ts"
import { type Member, makeMember } from "./members.ts"

const makeUniqueWord = () => randomBytes(5).toString("hex")

export interface TestTeam {
  id: string
  slug: string
  updated_at: string
}

/** Creates a team. `members` maps user ids to roles. */
export async function makeTeam(
  db: Db,
  members: Record<string, TeamRole>,
  options: {
    name?: string
    slug?: string
    location?: string
    country?: Country
    membersMayPost?: boolean
    cover?: string
    /** Whether a super admin has reviewed the team; true by default. */
    reviewed?: boolean
  } = {},
): Promise<TestTeam> {
  const { name = "Stars", slug = `team-${makeUniqueWord()}`, membersMayPost = true } = options
  const team = await db.one<TestTeam>`
    with team as (
      insert into teams (name, slug, location, country, members_may_post_events, cover_image_url)
      values (${name}, ${slug}, ${options.location ?? null}, ${options.country ?? null},
        ${membersMayPost}, ${options.cover ?? null})
      returning id, slug, updated_at
    ), members as (
      insert into team_members (team_id, user_id, role)
      select team.id, key::uuid, value from team, jsonb_each_text(${JSON.stringify(members)}::jsonb)
    )
    select * from team`
  if (options.reviewed === false) {
    await db.one`update teams set reviewed_at = null where id = ${team?.id ?? null}`
  }
  return assertStored(team)
}

/** Adds a member to a team, as if the member had joined `daysAgo` days ago. */
export async function addMember(
  db: Db,
  team: string,
  member: string,
  role: TeamRole,
  { daysAgo = 0 } = {},
) {
  await db.one`
    insert into team_members (team_id, user_id, role, created_at)
    values (${team}, ${member}, ${role}, now() - ${daysAgo} * interval '1 day')`
}

export interface TestRow {
  id: string
  updated_at: string
}

export const makePost = async (
  db: Db,
  team: string,
  author: string | null,
  options: { title?: string; published?: boolean; reviewed?: boolean } = {},
): Promise<TestRow> => {
  const post = assertStored(
    await db.one<TestRow>`
      insert into team_posts (team_id, user_id, title, is_published)
      values (${team}, ${author}, ${options.title ?? "A post"}, ${options.published ?? true})
      returning id, updated_at`,
  )
  if (options.reviewed === false) {
    await db.one`update team_posts set reviewed_at = null where id = ${post.id}`
  }
  return post
}

export const makeEvent = async (
  db: Db,
  team: string | null,
  options: {
    title?: string
    slug?: string
    type?: "public" | "team"
    author?: string
    featured?: boolean
    start?: string
    country?: Country
  } = {},
): Promise<TestRow & { slug: string }> => {
  const { title = "An event", slug = `event-${makeUniqueWord()}`, type = "public" } = options
  const start = options.start ?? new Date(Date.now() + 86_400_000).toISOString()
  return assertStored(
    await db.one<TestRow & { slug: string }>`
      insert into events (slug, title, start_date, end_date, team_id, event_type, user_id, featured,
        country)
      values (${slug}, ${title}, ${start}, ${start}, ${team}, ${type}, ${options.author ?? null},
        ${options.featured ?? false}, ${options.country ?? null})
      returning id, slug, updated_at`,
  )
}

export async function makeRequest(
  db: Db,
  team: string,
  requester: string,
  status: "pending" | "rejected" | "approved" = "pending",
): Promise<string> {
  const row = await db.one<{ id: string }>`
    insert into team_join_requests (team_id, user_id, status, decided_at)
    values (${team}, ${requester}, ${status}, case when ${status} <> 'pending' then now() end)
    returning id`
  return assertStored(row).id
}

/** Returns the owner of a team, then its admins, then other members. */
export const readRoles = (db: Db, team: string) => db.many<{ user_id: string; role: TeamRole }>`
  select user_id, role from team_members where team_id = ${team}
  order by array_position(array['owner', 'admin', 'member'], role), created_at, id`

/**
 * Relations of a person to a team. A "silent member" belongs to a team whose members may not post events. A "former
 * admin" was an admin of the team and is now an ordinary member.
 */
export const TEAM_RELATIONS = [
  "anonymous",
  "non-member",
  "member",
  "silent member",
  "admin",
  "owner",
  "super admin",
  "former admin",
] as const
export type TeamRelation = (typeof TEAM_RELATIONS)[number]

export interface TeamPeople {
  people: Record<Exclude<TeamRelation, "anonymous">, Member> & {
    anonymous: { id: null; browser: TestBrowser }
  }
  /** Creates a team of these people. Members of the team may post events, unless `relation` is "silent member". */
  newTeam(relation: TeamRelation): Promise<TestTeam>
}

export async function makeTeamPeople(db: Db): Promise<TeamPeople> {
  const makeNamedMember = (displayName: string) => makeMember(db, { displayName })
  const people = {
    anonymous: { id: null, browser: openBrowser() },
    "non-member": await makeNamedMember("Non-member"),
    member: await makeNamedMember("Member"),
    "silent member": await makeNamedMember("Silent"),
    admin: await makeNamedMember("Admin"),
    owner: await makeNamedMember("Owner"),
    "super admin": await makeMember(db, { role: "super_admin", displayName: "Super" }),
    "former admin": await makeNamedMember("Former"),
  }
  const roles: Record<string, TeamRole> = {
    [people.owner.id]: "owner",
    [people.admin.id]: "admin",
    [people.member.id]: "member",
    [people["silent member"].id]: "member",
    [people["former admin"].id]: "member",
  }
  return {
    people,
    newTeam: (relation) => makeTeam(db, roles, { membersMayPost: relation !== "silent member" }),
  }
}

export const teamFields = {
  name: "Rīgas Zvaigznes",
  description: null,
  location: "Rīga",
  country: "lv",
}
export const teamChange = {
  ...teamFields,
  website_url: null,
  instagram_url: null,
  youtube_url: null,
  cover_image_url: null,
  members_may_post_events: true,
  is_recruiting: false,
}
export const postFields = { title: "A post", content: "Text.", video_url: null, is_published: true }
export const eventFields = {
  title: "Practice",
  description: null,
  start_date: "2027-06-01T18:00:00+03:00",
  end_date: "2027-06-01T20:00:00+03:00",
  location: null,
  country: null,
  event_type: "public",
}
export const importFields = {
  ...{ uid: "a", title: "A", description: null, location: null, registration_url: null },
  ...{ start_date: "2027-06-01T15:00:00.000Z", end_date: "2027-06-01T17:00:00.000Z" },
  ...{ time_zone: "Europe/Riga", is_all_day: false, is_cancelled: false },
}
/** A sign-up without guests. `answers` has the answers to the event's questions. */
export const goingFields = { status: "going", guests: 0, note: null, answers: {} }
export const signupSettings = {
  ...{ takes_signups: true, max_participants: 9, signup_from: null, signup_until: null },
  ...{ guests_max: 0, offers_places: false, signup_questions: [] },
}

/** Deletes all attempts that rate limits count, for example the limit of 60 writes per minute and member. */
export const clearAttempts = (db: Db) => db.one`delete from attempts`
