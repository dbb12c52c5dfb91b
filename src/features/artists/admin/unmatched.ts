import { createQuery } from "../../../islands/query.ts"
import { unmatchedResponse } from "./schema.ts"

export const $unmatched = createQuery(["/api/admin/artists/unmatched"], unmatchedResponse)
