import * as z from "zod/mini"
import { LOCALES, mapLocales } from "../../../i18n/locales.ts"

/**
 * Progress of sending an article as a newsletter. `begun_at` and `finished_at` are null until sending begins and ends.
 */
const newsletterStatus = z.object({
  /** Number of subscribers by language. */
  readers: z.partial(z.object(mapLocales(() => z.number()))),
  begun_at: z.nullable(z.string()),
  begun_by: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  emails: z.number(),
  sent: z.number(),
  /** Number of emails that may have arrived although the mail server did not confirm them. */
  uncertain: z.number(),
  refused: z.number(),
})

export type NewsletterStatus = z.infer<typeof newsletterStatus>

export const articleNewsletter = z.extend(newsletterStatus, {
  /** Languages in which the article is published. */
  languages: z.array(z.enum(LOCALES)),
  /** Languages whose translation is outdated. */
  outdated: z.array(z.enum(LOCALES)),
  /** Whether the server is set up to send emails. */
  can_send: z.boolean(),
})

export type ArticleNewsletter = z.infer<typeof articleNewsletter>

/** What readers of an outdated translation get: the original, or the translation as it is. */
export const OUTDATED_CHOICES = ["original", "translation"] as const

export type OutdatedChoice = (typeof OUTDATED_CHOICES)[number]

export const sendBody = z.object({
  /** Whether subscribers whose language has no translation get the original. */
  for_all: z.boolean(),
  outdated: z.optional(z.enum(OUTDATED_CHOICES, "invalid")),
})

export const testBody = z.object({ language: z.enum(LOCALES, "invalid") })
