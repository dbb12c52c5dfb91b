import * as z from "zod/mini"

export const cheerCount = z.object({ cheer_count: z.number() })

export const cheers = z.extend(cheerCount, {
  is_cheered: z.boolean(),
})

export type CheerCount = z.infer<typeof cheerCount>
export type Cheers = z.infer<typeof cheers>
