/** The teams and countries that the member follows. */
import { computed } from "nanostores"
import { COUNTRIES } from "../../countries.ts"
import { $viewer, createQuery } from "../../islands/query.ts"
import { countryFollowPath, createFollow, teamFollowPath } from "./follow.ts"
import { type FollowState, type OwnFollow, ownFollows } from "./schema.ts"

const $path = computed($viewer, (id) => (id ? "/api/follows" : null))

export const $follows = createQuery([$path], ownFollows, { isForMembers: true })

export const pathOf = (row: OwnFollow): string =>
  row.kind === "team" ? teamFollowPath(row.slug) : countryFollowPath(row.country)

/**
 * Updates or adds the row of a follow. An unfollowed row stays in the list until the next read, so that the member can
 * follow it again.
 */
export function withState(follows: OwnFollow[], path: string, state: FollowState): OwnFollow[] {
  const country = COUNTRIES.find((known) => countryFollowPath(known) === path)
  const isKnown = follows.some((row) => pathOf(row) === path)
  if (!isKnown && country) {
    const created_at = new Date().toISOString()
    return [{ kind: "country", country, created_at, ...state }, ...follows]
  }
  return follows.map((row) => (pathOf(row) === path ? { ...row, ...state } : row))
}

export const ownFollow = createFollow($follows, (path, state) => {
  const follows = $follows.value?.data?.follows ?? []
  $follows.mutate({ follows: withState(follows, path, state) })
})
