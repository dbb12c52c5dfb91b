import { linkedParts } from "../../../i18n/linked-parts.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { absolute } from "../../../seo.ts"
import { SITE } from "../../../site.ts"
import { MARKS } from "../links.ts"
import { CATEGORIES, QUESTIONS } from "./questions.ts"

const plain = (text: string) =>
  linkedParts(text, MARKS)
    .map((part) => part.text)
    .join("")

/** All questions with their answers, for search engines. */
export function faqJsonLd(locale: Locale): object {
  const t = getT(locale)
  const page = absolute(localePath("/faq", locale))
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    url: page,
    inLanguage: locale,
    mainEntity: CATEGORIES.flatMap((category) => [...QUESTIONS[category]]).map((id) => ({
      "@type": "Question",
      name: t(`faq:questions.${id}.question`),
      url: `${page}#${id}`,
      acceptedAnswer: {
        "@type": "Answer",
        text: plain(t(`faq:questions.${id}.answer`, { email: SITE.email })),
      },
    })),
  }
}
