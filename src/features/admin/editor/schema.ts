/** Unsaved work as the server keeps it, and who is at it. */
import * as z from "zod/mini"

/** What fields of a form hold where nothing is said. */
export const emptyText = z._default(z.string(), "")
export const off = z._default(z.boolean(), false)

/** What of something is typed and not saved. */
export const sharedDraft = z.object({
  /** The form's values. */
  form: z.unknown(),
  /** The `updated_at` of what it began from; null for something new. */
  based_on: z.nullable(z.string()),
  /** Counts the times it was stored. */
  version: z.number(),
  saved_at: z.string(),
  /** Who stored it; null where that is not known any more. */
  editor_name: z.nullable(z.string()),
  /** Whether that is the viewer, here or elsewhere. */
  is_own: z.boolean(),
})

export const presence = z.object({
  /** The names of who else has it open; empty for a name that is not known. */
  editors: z.array(z.string()),
  draft: z.nullable(z.object({ version: z.number(), editor_name: z.nullable(z.string()) })),
  /** Of what is saved; null where nothing is. */
  updated_at: z.nullable(z.string()),
})

export type SharedDraft = z.infer<typeof sharedDraft>
export type Presence = z.infer<typeof presence>
