/** Sending an article as an issue of the newsletter, as the newsroom's calls answer it. */
import * as z from "zod/mini"
import { byLocale, LOCALES } from "../../../i18n/locales.ts"

const newsletterStatus = z.object({
  /** How many read the newsletter, by language. */
  readers: z.partial(z.object(byLocale(() => z.number()))),
  /** When it was begun to be sent; null for an article that was not. */
  begun_at: z.nullable(z.string()),
  begun_by: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** How many it is for. */
  letters: z.number(),
  sent: z.number(),
  /** Handed over, and then nothing was heard: these may have arrived. */
  uncertain: z.number(),
  /** For good, by their mail server. */
  refused: z.number(),
})

export type NewsletterStatus = z.infer<typeof newsletterStatus>

/** With the languages that the article can be read in, the original's first. */
export const articleNewsletter = z.extend(newsletterStatus, {
  languages: z.array(z.enum(LOCALES)),
  /** Languages whose translation is older than the last change of the original. */
  outdated: z.array(z.enum(LOCALES)),
  /** Whether emails leave this site. */
  can_send: z.boolean(),
})

export type ArticleNewsletter = z.infer<typeof articleNewsletter>

/** The version that readers of an outdated translation get. */
export const OUTDATED_CHOICES = ["original", "translation"] as const

export type OutdatedChoice = (typeof OUTDATED_CHOICES)[number]

export const sendBody = z.object({
  /** Whether readers of other languages get the original. */
  for_all: z.boolean(),
  /** Required if a translation is outdated. */
  outdated: z.optional(z.enum(OUTDATED_CHOICES, "invalid")),
})

export const testBody = z.object({ language: z.enum(LOCALES, "invalid") })
