import * as z from "zod/mini"
import {
  addScheme,
  expectedUpdatedAt,
  isDay,
  optionalLine,
  optionalUrl,
  requiredLine,
  uuid,
} from "../../../schema/fields.ts"
import { emptyByDefault } from "../../admin/editor/schema.ts"
import { DATE_PRECISIONS, RELEASE_LIMITS, RELEASE_TYPES, release } from "../schema.ts"

/** Adds `https://`, or replaces `http://` with it. */
const toHttpsUrl = (text: string) => addScheme(text).replace(/^http:/i, "https:")

const fields = {
  artist_id: uuid("required"),
  title: requiredLine(RELEASE_LIMITS.title),
  release_type: z.enum(RELEASE_TYPES, "required"),
  /** Any day of the month if only the month is known. */
  release_date: z
    .string("required")
    .check(z.minLength(1, "required"), z.refine(isDay, "invalid_date")),
  date_precision: z.enum(DATE_PRECISIONS, "invalid"),
  link_url: optionalUrl(RELEASE_LIMITS.link_url, toHttpsUrl),
  note: optionalLine(RELEASE_LIMITS.note),
}

export const newRelease = z.object(fields)
export const changedRelease = z.object({ ...fields, updated_at: expectedUpdatedAt })

export type NewRelease = z.infer<typeof newRelease>

export const savedRelease = z.extend(release, {
  /** The content version that a build must have to show the change. */
  content_version: z.optional(z.number()),
})

export type SavedRelease = z.infer<typeof savedRelease>

export const artistChoices = z.object({
  artists: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const releaseValues = z.object({
  artist_id: emptyByDefault,
  title: emptyByDefault,
  release_type: z._default(z.enum([...RELEASE_TYPES, ""]), ""),
  release_date: emptyByDefault,
  date_precision: z._default(z.enum(DATE_PRECISIONS), "day"),
  link_url: emptyByDefault,
  note: emptyByDefault,
})

export type ReleaseValues = z.infer<typeof releaseValues>
