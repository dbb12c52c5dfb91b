/** Cheers for posts, articles and public events. */
import * as z from "zod/mini"

/** The answer of `PUT` and `DELETE /api/cheers/:id`. */
export const cheerCount = z.object({ cheer_count: z.number() })

/** `GET /api/cheers/:id` */
export const cheers = z.extend(cheerCount, {
  /** Whether the viewer has cheered. */
  is_cheered: z.boolean(),
})

export type CheerCount = z.infer<typeof cheerCount>
export type Cheers = z.infer<typeof cheers>
