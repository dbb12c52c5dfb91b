/** What stands beside the button of the forms for letters, and so what people agree to by pressing it. */
import type { LetterList, LetterWish } from "../../../db/queries/subscriptions.ts"
import { DEFAULT_LOCALE, type Locale } from "../../../src/i18n/locales.ts"
import { hasMailText, mailTranslator } from "../mail-texts.ts"

/** The wording on the pages of a language, and the language that it is in. */
export function consentTo(list: LetterList, locale: Locale): LetterWish["consent"] {
  const key = `mails:confirm_${list}.consent` as const
  return {
    wording: mailTranslator(locale)(key),
    language: hasMailText(locale, key) ? locale : DEFAULT_LOCALE,
  }
}
