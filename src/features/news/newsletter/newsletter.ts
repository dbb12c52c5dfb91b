/** The newsletter issue of an article in the answers to editors. */
import * as z from "zod/mini"
import { byLocale, LOCALES } from "../../../i18n/locales.ts"

const newsletterStatus = z.object({
  /** The number of subscribers by language. */
  readers: z.partial(z.object(byLocale(() => z.number()))),
  /** When sending started; null before. */
  begun_at: z.nullable(z.string()),
  begun_by: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** The number of emails in total. */
  emails: z.number(),
  sent: z.number(),
  /** Emails that were handed over without a reply from the mail server. They may have arrived. */
  uncertain: z.number(),
  /** Emails that the mail server rejected permanently. */
  refused: z.number(),
})

export type NewsletterStatus = z.infer<typeof newsletterStatus>

/** The status with the languages of the article, the original's first. */
export const articleNewsletter = z.extend(newsletterStatus, {
  languages: z.array(z.enum(LOCALES)),
  /** Languages whose translation is outdated. */
  outdated: z.array(z.enum(LOCALES)),
  /** Whether this site sends emails. */
  can_send: z.boolean(),
})

export type ArticleNewsletter = z.infer<typeof articleNewsletter>

/** The version that subscribers get in a language whose translation is outdated. */
export const OUTDATED_CHOICES = ["original", "translation"] as const

export type OutdatedChoice = (typeof OUTDATED_CHOICES)[number]

export const sendBody = z.object({
  /** Whether subscribers in other languages get the original. */
  for_all: z.boolean(),
  /** Required if a translation is outdated. */
  outdated: z.optional(z.enum(OUTDATED_CHOICES, "invalid")),
})

export const testBody = z.object({ language: z.enum(LOCALES, "invalid") })
