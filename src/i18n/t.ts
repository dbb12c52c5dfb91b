import { memoizeByKey } from "../shared/memoized.ts"
import i18next from "./i18next.ts"
import type { MessageKey, Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"

/** Returns the translate function of a language, with all texts. Browsers use page-translate.ts instead. */
export const getT = memoizeByKey((locale: Locale): Translate => {
  const translate = i18next.getFixedT(locale)
  const translateWithoutValues = memoizeByKey((key: MessageKey) => String(translate(key)))
  return (key, values) => (values ? String(translate(key, values)) : translateWithoutValues(key))
})
