/** Schemas of artists: groups, such as BTS, and soloists, such as IU. */
import * as z from "zod/mini"

export const artist = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  hangul: z.nullable(z.string()),
  /** Other spellings. */
  aliases: z.array(z.string()),
  website_url: z.nullable(z.string()),
  instagram_url: z.nullable(z.string()),
  youtube_url: z.nullable(z.string()),
})

export type Artist = z.infer<typeof artist>
