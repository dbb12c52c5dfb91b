/** Drafts and presence as the server answers them. */
import * as z from "zod/mini"

/** Defaults for fields that an older draft lacks. */
export const emptyText = z._default(z.string(), "")
export const falseByDefault = z._default(z.boolean(), false)

/** Unsaved work on an item. */
export const serverDraft = z.object({
  /** The form's values. */
  form: z.unknown(),
  /** The `updated_at` of the saved version that the draft is based on; null for a new item. */
  based_on: z.nullable(z.string()),
  /** Increases each time the draft is stored. */
  version: z.number(),
  saved_at: z.string(),
  /** The name of the member who stored the draft; null if the member is unknown. */
  editor_name: z.nullable(z.string()),
  /** Whether the viewer stored the draft, on this or another device. */
  is_own: z.boolean(),
})

export const presence = z.object({
  /** The names of the other members who have the item open; an empty string for an unknown name. */
  editors: z.array(z.string()),
  draft: z.nullable(z.object({ version: z.number(), editor_name: z.nullable(z.string()) })),
  /** The version of the saved item; null if it is not saved yet. */
  updated_at: z.nullable(z.string()),
})

export type ServerDraft = z.infer<typeof serverDraft>
export type Presence = z.infer<typeof presence>
