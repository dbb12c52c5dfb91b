/** What is written about ideas, and done to suggestions, in the admin area. */
import * as z from "zod/mini"
import { CATEGORIES, DESCRIPTION_MAX, TITLE_MAX } from "../ideas/choices.ts"
import { basedOn, optionalText, requiredLine } from "../teams/schema.ts"

/** What voters are told, in characters; the database checks the same. */
export const REPLY_MAX = 2000
/** As many as a screen's list shows at once. */
const BULK_MAX = 50

export const STATUSES = ["open", "planned", "done", "declined"] as const

const requiredText = (max: number) => z.pipe(optionalText(max), z.string("required"))

const fields = {
  title: requiredLine(TITLE_MAX),
  description: requiredText(DESCRIPTION_MAX),
  category: z.enum(CATEGORIES, "required"),
  is_popular: z.boolean(),
  status: z.enum(STATUSES, "invalid"),
  reply: optionalText(REPLY_MAX),
}

export const newIdea = z.object(fields)
export const changedIdea = z.object({ ...fields, updated_at: basedOn })
export const popularBody = z.object({ is_popular: z.boolean() })

export const suggestionsActBody = z.object({
  ids: z
    .array(z.uuid("invalid"))
    .check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
  act: z.enum(["read", "unread", "delete"], "invalid"),
})

export type NewIdea = z.infer<typeof newIdea>
