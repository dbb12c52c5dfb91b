import { createQuery } from "../../../islands/query.ts"
import { unmatchedResponse } from "./schema.ts"

/** Favorite groups of at least two members that match no artist, and all artists to choose from. */
export const $unmatchedFavorites = createQuery(["/api/admin/artists/unmatched"], unmatchedResponse)
