/** Schemas of ideas and suggestions for super admins. */
import * as z from "zod/mini"
import { LOCALES } from "../../../i18n/locales.ts"
import {
  basedOn,
  bulkBody,
  optionalText,
  requiredLine,
  requiredText,
} from "../../../schema/fields.ts"
import { guessableLanguage, language } from "../../../schema/translations.ts"
import { emptyText, falseByDefault } from "../../admin/editor/schema.ts"
import { CATEGORIES, DESCRIPTION_MAX, PRIORITIES, STATUSES, TITLE_MAX } from "../choices.ts"

/** Maximum length of a reply in characters. The constraint in the database is the same. */
export const REPLY_MAX = 2000

const fields = {
  title: requiredLine(TITLE_MAX),
  description: requiredText(DESCRIPTION_MAX),
  category: z.enum(CATEGORIES, "required"),
  is_popular: z.boolean(),
  status: z.enum(STATUSES, "invalid"),
  reply: optionalText(REPLY_MAX),
  language: guessableLanguage,
}

export const newIdea = z.object(fields)
export const changedIdea = z.object({ ...fields, updated_at: basedOn })
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
  /** True when the language was detected, not chosen by an editor. */
  is_language_guessed: z.boolean(),
  /** Public reply of the site's admins. */
  reply: z.nullable(z.string()),
  vote_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** After a write: the content version that a build needs to show it. */
  content_version: z.optional(z.number()),
})

export type ListedIdea = z.infer<typeof listedIdea>

/** The values of the form. Texts are never null, and a missing category is an empty text. */
export const ideaValues = z.object({
  title: emptyText,
  description: emptyText,
  category: z._default(z.enum([...CATEGORIES, ""]), ""),
  is_popular: falseByDefault,
  status: z._default(z.enum(STATUSES), "open"),
  reply: emptyText,
  /** Null to detect the language. */
  language: z._default(z.nullable(language), null),
})

export type IdeaValues = z.infer<typeof ideaValues>

export const suggestion = z.object({
  id: z.string(),
  /** Name and email address are deleted after a year, and with the sender's account. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  category: z.enum(CATEGORIES),
  priority: z.enum(PRIORITIES),
  title: z.string(),
  description: z.string(),
  language: z.enum(LOCALES),
  received_at: z.string(),
  read_at: z.nullable(z.string()),
  /** Id of the idea made from the suggestion. */
  idea_id: z.nullable(z.string()),
})

export type Suggestion = z.infer<typeof suggestion>
