/** What is done to posts of teams' blogs in the admin area, one or many. */
import * as z from "zod/mini"

/** As many as a screen's list shows at once. */
export const BULK_MAX = 50

export const postsActBody = z.object({
  ids: z
    .array(z.uuid("invalid"))
    .check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
  act: z.enum(["publish", "hide", "delete"], "invalid"),
})
