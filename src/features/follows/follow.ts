import type { FetcherStore } from "@nanostores/query"
import type { Country } from "../../countries.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createMutation } from "../../islands/mutation.ts"
import { readSession } from "../../session/session.ts"
import { type CallResult, call } from "../../shared/call.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { type FollowState, followState } from "./schema.ts"

// API paths of follows. Stores use such a path as the id of the team, country or artist.
export const teamFollowPath = (slug: string) => `/api/teams/${slug}/follow`
export const artistFollowPath = (slug: string) => `/api/artists/${slug}/follow`
export const countryFollowPath = (country: Country) => `/api/countries/${country}/follow`

function onSettled(_: unknown, result: CallResult<FollowState>): void {
  if (result.ok) return
  const t = pageTranslate()
  showOutcome(result, { title: t("follows:follow") }, "follows:failed")
  if (result.failure.code === "sign_in_required") void readSession()
}

/** Creates a mutation that follows or unfollows. Its ids are the API paths above. */
export const createFollowMutation = (
  query: FetcherStore,
  updateCaches: (path: string, state: FollowState) => void,
) =>
  createMutation<boolean, FollowState>({
    queries: [query],
    send: (path, isFollowing) =>
      call(path, {
        method: isFollowing ? "PUT" : "DELETE",
        read: followState,
        isKeptAlive: true,
      }),
    updateCaches: (path, _, state) => updateCaches(path, state),
    onSettled,
  })
