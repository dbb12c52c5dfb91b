import { linkedParts } from "../../i18n/linked-parts.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { SITE } from "../../site.ts"
import { absolute } from "../../ui/seo.ts"
import { MARKS } from "./links.ts"

/** The questions by category, in their order. A question's id is its anchor, the same in every language. */
export const QUESTIONS = {
  general: ["what-is-daina", "what-does-it-cost", "which-languages", "is-it-official", "why-beta"],
  account: [
    "need-an-account",
    "how-to-sign-up",
    "no-mail",
    "forgot-password",
    "who-sees-my-profile",
    "how-old",
    "delete-my-account",
  ],
  teams: [
    "find-a-team",
    "join-a-team",
    "request-declined",
    "start-a-team",
    "owner-leaves",
    "verified-team",
  ],
  events: [
    "add-an-event",
    "no-team-event",
    "subscribe-calendar",
    "time-zone",
    "register-for-event",
  ],
  future: ["shop", "forum", "mobile-app", "suggest-an-idea"],
  technical: [
    "something-broken",
    "javascript",
    "which-pictures",
    "tracking",
    "where-music-comes-from",
  ],
} as const

type FaqCategory = keyof typeof QUESTIONS

export const CATEGORIES = [
  "general",
  "account",
  "teams",
  "events",
  "future",
  "technical",
] as const satisfies readonly FaqCategory[]

/** All questions with their answers, for search engines. */
export function faqJsonLd(locale: Locale): object {
  const t = getT(locale)
  const page = absolute(localePath("/faq", locale))
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    url: page,
    inLanguage: locale,
    mainEntity: CATEGORIES.flatMap((category) => [...QUESTIONS[category]]).map((id) => {
      const answer = t(`faq:questions.${id}.answer`, { email: SITE.email })
      const parts = linkedParts(answer, MARKS)
      return {
        "@type": "Question",
        name: t(`faq:questions.${id}.question`),
        url: `${page}#${id}`,
        acceptedAnswer: { "@type": "Answer", text: parts.map(({ text }) => text).join("") },
      }
    }),
  }
}
