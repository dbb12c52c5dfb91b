import * as z from "zod/mini"
import { LOCALES } from "../../../i18n/locales.ts"
import {
  bulkBody,
  expectedUpdatedAt,
  optionalText,
  requiredLine,
  requiredText,
} from "../../../schema/fields.ts"
import { guessableLanguage, language } from "../../../schema/translations.ts"
import { emptyByDefault, falseByDefault } from "../../admin/editor/schema.ts"
import {
  CATEGORIES,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  PRIORITIES,
  STATUSES,
} from "../choices.ts"

/** Maximum length of a reply in characters. The database checks the same limit. */
export const MAX_REPLY_LENGTH = 2000

const fields = {
  title: requiredLine(MAX_TITLE_LENGTH),
  description: requiredText(MAX_DESCRIPTION_LENGTH),
  category: z.enum(CATEGORIES, "required"),
  is_popular: z.boolean(),
  status: z.enum(STATUSES, "invalid"),
  reply: optionalText(MAX_REPLY_LENGTH),
  language: guessableLanguage,
}

export const newIdea = z.object(fields)
export const changedIdea = z.object({ ...fields, updated_at: expectedUpdatedAt })
export const popularBody = z.object({ is_popular: z.boolean() })

export const suggestionsActionBody = bulkBody(["read", "unread", "delete"])

export type NewIdea = z.infer<typeof newIdea>

export const listedIdea = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  is_popular: z.boolean(),
  status: z.enum(STATUSES),
  language,
  is_language_guessed: z.boolean(),
  reply: z.nullable(z.string()),
  vote_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Set only in the response to a change. Builds of this content version or a later one contain the change. */
  content_version: z.optional(z.number()),
})

export type ListedIdea = z.infer<typeof listedIdea>

export const ideaValues = z.object({
  title: emptyByDefault,
  description: emptyByDefault,
  category: z._default(z.enum([...CATEGORIES, ""]), ""),
  is_popular: falseByDefault,
  status: z._default(z.enum(STATUSES), "open"),
  reply: emptyByDefault,
  /** Null if the server should detect the language. */
  language: z._default(z.nullable(language), null),
})

export type IdeaValues = z.infer<typeof ideaValues>

/** A suggestion that a visitor has sent. `idea_id` is null until a super admin turns the suggestion into an idea. */
export const suggestion = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  category: z.enum(CATEGORIES),
  priority: z.enum(PRIORITIES),
  title: z.string(),
  description: z.string(),
  language: z.enum(LOCALES),
  received_at: z.string(),
  read_at: z.nullable(z.string()),
  idea_id: z.nullable(z.string()),
})

export type Suggestion = z.infer<typeof suggestion>
