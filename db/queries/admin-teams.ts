/** Teams, as who runs the site sees and changes them. */
import { type Db, type Query, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import type { CountryCode } from "./codes.ts"

export interface AdminTeam {
  id: string
  name: string
  slug: string
  description: string | null
  location: string | null
  country: CountryCode | null
  cover_image_url: string | null
  is_verified: boolean
  /** Whether it is seen by its members and super admins alone. */
  is_hidden: boolean
  created_at: string
  updated_at: string
  member_count: number
  post_count: number
}

/** One page of all teams. */
export async function adminTeams(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminTeam & { sort_value: string }>`
    select t.id, t.name, t.slug, t.description, t.location, t.country::text as country,
      t.cover_image_url, t.is_verified, t.hidden_at is not null as is_hidden, t.created_at,
      t.updated_at, team_member_count(t.id) as member_count,
      (select count(*)::integer from team_posts p where p.team_id = t.id) as post_count,
      a.sort_value
    from admin_rows('teams', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    join teams t on t.id = a.id
    order by a.place`
  return listPage(rows, ask)
}

const teamById = (id: string): Query<AdminTeam> => query`
  select id, name, slug, description, location, country::text as country, cover_image_url,
    is_verified, hidden_at is not null as is_hidden, created_at, updated_at,
    team_member_count(id) as member_count,
    (select count(*)::integer from team_posts p where p.team_id = teams.id) as post_count
  from teams where id = ${id}`

/** A team for its editor, or null. */
export const adminTeam = async (db: Db, id: string) =>
  (await db.batch([teamById(id)]))[0][0] ?? null

export interface TeamEdit {
  name: string
  description: string | null
  location: string | null
  cover_image_url: string | null
}

/** Saves a team that is as it was at `basedOn`; `team` is how it stands now, null when there is none. */
export async function editTeam(db: Db, id: string, basedOn: string, edit: TeamEdit) {
  const [updated, [team = null]] = await db.batch([
    query<{ id: string }>`
      update teams set name = ${edit.name}, description = ${edit.description},
        location = ${edit.location}, cover_image_url = ${edit.cover_image_url}
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    teamById(id),
  ])
  return { saved: updated.length > 0, team }
}

/** Verifies a team, or takes that back; `team` is null when there is none. */
export async function verifyTeam(db: Db, id: string, isVerified: boolean) {
  const [changed, [team = null]] = await db.batch([
    query<{ id: string }>`
      update teams set is_verified = ${isVerified} where id = ${id} and is_verified <> ${isVerified}
      returning id`,
    teamById(id),
  ])
  return { team, hasChanged: changed.length > 0 }
}

/** Hides a team with all that is its own, or shows it again; null when there is no such team. */
export async function hideTeam(db: Db, id: string, isHidden: boolean) {
  const [, [team = null]] = await db.batch([
    query`
      update teams set hidden_at = case when ${isHidden} then date_trunc('milliseconds', now()) end
      where id = ${id} and (hidden_at is not null) <> ${isHidden}`,
    teamById(id),
  ])
  return team
}

/** Deletes a team with its blog, its events and who is in it; false when there is none. */
export async function deleteTeam(db: Db, id: string): Promise<boolean> {
  return (await db.one<{ id: string }>`delete from teams where id = ${id} returning id`) !== null
}
