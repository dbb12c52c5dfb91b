import { COUNTRIES } from "../../countries.ts"
import { createMemberQuery } from "../../islands/query.ts"
import {
  artistFollowPath,
  countryFollowPath,
  createFollowMutation,
  teamFollowPath,
} from "./follow.ts"
import { type FollowState, type OwnFollow, ownFollows } from "./schema.ts"

export const $follows = createMemberQuery("/api/follows", ownFollows)

export function getFollowPath(row: OwnFollow): string {
  if (row.kind === "country") return countryFollowPath(row.country)
  return row.kind === "team" ? teamFollowPath(row.slug) : artistFollowPath(row.slug)
}

/**
 * Creates a row for a new follow, shown until the next refetch. Returns null for a team, because its row needs the
 * team's country.
 */
function createProvisionalRow(path: string, state: FollowState): OwnFollow | null {
  const created_at = new Date().toISOString()
  const country = COUNTRIES.find((candidate) => countryFollowPath(candidate) === path)
  if (country) return { kind: "country", country, created_at, ...state }
  const slug = /^\/api\/artists\/(.+)\/follow$/.exec(path)?.[1]
  return slug ? { kind: "artist", name: slug, slug, created_at, ...state } : null
}

/** Updates or adds the row. An unfollowed row stays until the next refetch, so that the member can follow again. */
export function applyFollowState(
  follows: OwnFollow[],
  path: string,
  state: FollowState,
): OwnFollow[] {
  const isListed = follows.some((row) => getFollowPath(row) === path)
  const newRow = isListed ? null : createProvisionalRow(path, state)
  if (newRow) return [newRow, ...follows]
  return follows.map((row) => (getFollowPath(row) === path ? { ...row, ...state } : row))
}

export const followMutation = createFollowMutation($follows, (path, state) => {
  const follows = $follows.value?.data?.follows ?? []
  $follows.mutate({ follows: applyFollowState(follows, path, state) })
})
