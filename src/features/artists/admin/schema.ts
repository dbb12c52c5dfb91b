import * as z from "zod/mini"
import { expectedUpdatedAt, optionalLine, requiredLine, uuid } from "../../../schema/fields.ts"
import { emptyByDefault } from "../../admin/editor/schema.ts"
import { toArtistKey } from "../names.ts"
import { artist } from "../schema.ts"

/** Maximum lengths in characters, and maximum number of `aliases`. The table `artists` has the same limits. */
export const ARTIST_LIMITS = { name: 100, hangul: 100, alias: 50, aliases: 20 }

const hasLetterOrDigit = (text: string) => toArtistKey(text) !== ""

const fields = {
  // A search cannot find a name without letters and digits, such as "!!!".
  name: requiredLine(ARTIST_LIMITS.name).check(z.refine(hasLetterOrDigit, "invalid")),
  hangul: optionalLine(ARTIST_LIMITS.hangul),
  aliases: z
    .array(requiredLine(ARTIST_LIMITS.alias))
    .check(z.maxLength(ARTIST_LIMITS.aliases, "too_many_spellings")),
}

export const newArtist = z.object(fields)
export const changedArtist = z.object({ ...fields, updated_at: expectedUpdatedAt })
export const spellingBody = z.object({
  spelling: requiredLine(ARTIST_LIMITS.alias).check(z.refine(hasLetterOrDigit, "invalid")),
})
/** The artist `into` gets the followers and releases of the merged artist, which is deleted. */
export const mergeBody = z.object({ into: uuid() })

export type NewArtist = z.infer<typeof newArtist>

export const listedArtist = z.extend(artist, {
  follower_count: z.number(),
  updated_at: z.string(),
  /** The content version that a build must have to show the change. */
  content_version: z.optional(z.number()),
})

export type ListedArtist = z.infer<typeof listedArtist>

export const artistValues = z.object({
  name: emptyByDefault,
  hangul: emptyByDefault,
  /** Other spellings, one per line. */
  aliases: emptyByDefault,
})

export type ArtistValues = z.infer<typeof artistValues>

const unmatchedFavorite = z.object({
  name: z.string(),
  /** Number of members with this favorite. */
  members: z.number(),
  /** The artist with the most similar spelling. Null if no spelling is similar. */
  similar_id: z.nullable(z.string()),
  similar_name: z.nullable(z.string()),
})

export type UnmatchedFavorite = z.infer<typeof unmatchedFavorite>

export const unmatchedResponse = z.object({
  favorites: z.array(unmatchedFavorite),
  artists: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type ArtistChoice = z.infer<typeof unmatchedResponse>["artists"][number]
