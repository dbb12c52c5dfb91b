import type { z } from "zod/mini"
import { adminTeamFields, type ListedTeam } from "../../../src/features/teams/admin/schema.ts"
import { type Db, listColumns, type Query, query, updateRowQuery } from "../../client.ts"
import { writeMany, writeRow } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"
import { TEAM_COLUMNS } from "../teams.ts"

const LISTED_TEAM_COLUMNS = query`${TEAM_COLUMNS}, t.hidden_at is not null as is_hidden,
  (select count(*)::integer from team_posts p where p.team_id = t.id) as post_count`

export const listAdminTeams = (db: Db, params: ListQuery) =>
  listAdminPage<ListedTeam>(
    db,
    "teams",
    params,
    LISTED_TEAM_COLUMNS,
    query`join teams t on t.id = a.id`,
  )

const teamQuery = (id: string): Query<ListedTeam> => query`
  select ${LISTED_TEAM_COLUMNS} from teams t where t.id = ${id}`

export const getAdminTeam = async (db: Db, id: string) =>
  (await db.batch([teamQuery(id)]))[0][0] ?? null

export const editTeam = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  fields: Partial<z.infer<typeof adminTeamFields>>,
) =>
  writeRow(
    db,
    updateRowQuery("teams", listColumns(adminTeamFields), id, expectedUpdatedAt, fields),
    teamQuery(id),
  )

export const setTeamVerified = (db: Db, id: string, isVerified: boolean) =>
  writeRow(
    db,
    query`
      update teams set is_verified = ${isVerified} where id = ${id} and is_verified <> ${isVerified}`,
    teamQuery(id),
  )

/**
 * Hides teams or shows them again. Returns the ids of all given teams that exist, including teams that already are in
 * the requested state.
 */
export const setTeamsHiddenQuery = (
  ids: string[],
  isHidden: boolean,
): Query<{ id: string }> => query`
  with existing as (
    select id from teams where id = any(${ids}::uuid[])
  ), changed as (
    update teams set hidden_at = case when ${isHidden} then date_trunc('milliseconds', now()) end
    where id in (select id from existing) and (hidden_at is not null) <> ${isHidden}
  )
  select id from existing`

export const setTeamHidden = (db: Db, id: string, isHidden: boolean) =>
  writeRow(db, setTeamsHiddenQuery([id], isHidden), teamQuery(id))

export const deleteTeams = (db: Db, ids: string[]) =>
  writeMany(db, query`delete from teams where id = any(${ids}::uuid[]) returning id`)
