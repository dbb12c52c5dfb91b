import * as z from "zod/mini"
import { LOCALES, mapLocales } from "../../../i18n/locales.ts"

const newsletterStatus = z.object({
  readers: z.partial(z.object(mapLocales(() => z.number()))),
  begun_at: z.nullable(z.string()),
  begun_by: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  emails: z.number(),
  sent: z.number(),
  /** Number of emails that the mail server did not confirm. They may have arrived. */
  uncertain: z.number(),
  refused: z.number(),
})

export type NewsletterStatus = z.infer<typeof newsletterStatus>

export const articleNewsletter = z.extend(newsletterStatus, {
  languages: z.array(z.enum(LOCALES)),
  outdated: z.array(z.enum(LOCALES)),
  can_send: z.boolean(),
})

export type ArticleNewsletter = z.infer<typeof articleNewsletter>

export const OUTDATED_CHOICES = ["original", "translation"] as const

export type OutdatedChoice = (typeof OUTDATED_CHOICES)[number]

export const sendBody = z.object({
  for_all: z.boolean(),
  outdated: z.optional(z.enum(OUTDATED_CHOICES, "invalid")),
})

export const testBody = z.object({ language: z.enum(LOCALES, "invalid") })
