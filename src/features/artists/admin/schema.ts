import * as z from "zod/mini"
import { basedOn, optionalLine, requiredLine, uuid } from "../../../schema/fields.ts"
import { emptyByDefault } from "../../admin/editor/schema.ts"
import { artistKey } from "../names.ts"
import { artist } from "../schema.ts"

/** Maximum lengths in characters, and the number of other spellings. The table has the same limits. */
export const ARTIST_LIMITS = { name: 100, hangul: 100, alias: 50, aliases: 20 }

const hasLetters = (text: string) => artistKey(text) !== ""

const fields = {
  // A name without letters and digits, such as "!!!", could not be found.
  name: requiredLine(ARTIST_LIMITS.name).check(z.refine(hasLetters, "invalid")),
  hangul: optionalLine(ARTIST_LIMITS.hangul),
  aliases: z
    .array(requiredLine(ARTIST_LIMITS.alias))
    .check(z.maxLength(ARTIST_LIMITS.aliases, "too_many_spellings")),
}

export const newArtist = z.object(fields)
export const changedArtist = z.object({ ...fields, updated_at: basedOn })
export const spellingBody = z.object({
  spelling: requiredLine(ARTIST_LIMITS.alias).check(z.refine(hasLetters, "invalid")),
})
export const mergeBody = z.object({ into: uuid() })

export type NewArtist = z.infer<typeof newArtist>

export const listedArtist = z.extend(artist, {
  follower_count: z.number(),
  updated_at: z.string(),
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
  members: z.number(),
  similar_id: z.nullable(z.string()),
  similar_name: z.nullable(z.string()),
})

export type UnmatchedFavorite = z.infer<typeof unmatchedFavorite>

export const unmatchedResponse = z.object({
  favorites: z.array(unmatchedFavorite),
  artists: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type ArtistChoice = z.infer<typeof unmatchedResponse>["artists"][number]
