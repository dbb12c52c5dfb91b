import { LOCALES, type Locale } from "../../../i18n/locales.ts"

/**
 * The id of a translation is the id of its original XOR the mask of the language. Two translators who start the same
 * translation therefore edit the same item.
 */
const MASKS: Record<Locale, string> = {
  en: "5c1d7e0a-93b4-0f26-1e87-a4d05b3c6f91",
  lv: "a27f4b93-0e5d-0c18-2b64-7d91e8f0354c",
  et: "3e98c5d1-764f-0a3b-0d52-b90c17a4e86f",
  lt: "d4630f8e-2ac7-0b95-1f38-06e5bd9271ca",
  ru: "71bae264-d80f-03c9-3a1d-e2486f05b97d",
}

const HEX_DIGITS = /[\da-f]/g

const createTranslationId = (originalId: string, language: Locale): string =>
  originalId.toLowerCase().replace(HEX_DIGITS, (digit, index) => {
    const maskDigit = MASKS[language][index] ?? "0"
    return (Number.parseInt(digit, 16) ^ Number.parseInt(maskDigit, 16)).toString(16)
  })

/** Returns the name of a translation that does not exist yet. The editor can open the translation by this name. */
export const getTranslationName = (originalId: string, language: Locale) =>
  `${originalId}-${language}`

/** Returns the id and initial values of the translation with this name. Null for any other text. */
export function parseTranslationName(name: string) {
  const [, original_id = "", suffix = ""] = /^([\da-f-]{36})-([a-z]{2})$/.exec(name) ?? []
  const language = LOCALES.find((candidate) => candidate === suffix)
  if (!original_id || !language) return null
  return {
    id: createTranslationId(original_id, language),
    initialValues: { original_id, language },
  }
}
