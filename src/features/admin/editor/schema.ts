import * as z from "zod/mini"

export const emptyByDefault = z._default(z.string(), "")
export const falseByDefault = z._default(z.boolean(), false)

/** A draft on the server. `form` has the values of the editor's form. */
export const serverDraft = z.object({
  form: z.unknown(),
  /** `updated_at` of the saved version that the draft is based on. Null for a new item. */
  based_on: z.nullable(z.string()),
  version: z.number(),
  saved_at: z.string(),
  editor_name: z.nullable(z.string()),
  is_own: z.boolean(),
})

/** The other members who edit an item, the version of its draft on the server, and the time of its last save. */
export const presence = z.object({
  /** Names of the members. The name of a member who has no name is an empty string. */
  editors: z.array(z.string()),
  draft: z.nullable(z.object({ version: z.number(), editor_name: z.nullable(z.string()) })),
  updated_at: z.nullable(z.string()),
})

export type ServerDraft = z.infer<typeof serverDraft>
export type Presence = z.infer<typeof presence>
