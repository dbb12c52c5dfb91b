import { createQuery } from "../../../islands/query.ts"
import { unmatchedResponse } from "./schema.ts"

/** Frequent favorite artists of members that match no artist, and all artists to choose from. */
export const $unmatchedFavorites = createQuery(["/api/admin/artists/unmatched"], unmatchedResponse)
