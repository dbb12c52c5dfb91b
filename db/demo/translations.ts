import et from "./translations/et.json" with { type: "json" }
import lt from "./translations/lt.json" with { type: "json" }
import lv from "./translations/lv.json" with { type: "json" }
import ru from "./translations/ru.json" with { type: "json" }

/** Texts by column, such as `title`. Null for a column that is empty in English. */
type Texts = Record<string, string | null>
/** Texts by kind of content, then by slug. */
type Translations = Record<"events" | "teams", Record<string, Texts>>

const LANGUAGES: Record<string, Translations> = { et, lt, lv, ru }

/** Returns the texts of an event or team by language. Throws if a language is missing. */
export function getTranslations(kind: keyof Translations, slug: string): Record<string, Texts> {
  const textsByLanguage = Object.entries(LANGUAGES).map(
    ([language, translations]): [string, Texts] => {
      const texts = translations[kind][slug]
      if (!texts) throw new Error(`${slug} is missing in translations/${language}.json`)
      return [language, texts]
    },
  )
  return Object.fromEntries(textsByLanguage)
}
