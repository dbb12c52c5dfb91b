import i18next from "../../i18n/i18next.ts"
import { splitAtLinks } from "../../i18n/linked-parts.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { fillPlaceholders } from "../../i18n/translate.ts"
import { SITE } from "../../site.ts"
import { toAbsoluteUrl } from "../../ui/seo.ts"
import { TAG_NAMES } from "./links.ts"

type CategoryMessages =
  typeof import("../../../public/locales/en/faq.json")["categories"]["general"]

export function listFaqCategories(locale: Locale) {
  const { categories }: { categories: Record<string, CategoryMessages> } =
    i18next.getResourceBundle(locale, "faq")
  return Object.entries(categories).map(([id, { title, questions }]) => ({
    id,
    title,
    questions: Object.entries(questions).map(([id, { question, answer }]) => ({
      id,
      title: question,
      answer: fillPlaceholders(answer, { email: SITE.email }),
    })),
  }))
}

export function createFaqJsonLd(locale: Locale): object {
  const page = toAbsoluteUrl(localePath("/faq", locale))
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    url: page,
    inLanguage: locale,
    mainEntity: listFaqCategories(locale)
      .flatMap(({ questions }) => questions)
      .map(({ id, title, answer }) => {
        const text = splitAtLinks(answer, TAG_NAMES).map((part) => part.text)
        return {
          "@type": "Question",
          name: title,
          url: `${page}#${id}`,
          acceptedAnswer: { "@type": "Answer", text: text.join("") },
        }
      }),
  }
}
