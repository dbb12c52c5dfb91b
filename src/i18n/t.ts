import { memoizeByKey } from "../shared/memoized.ts"
import i18next from "./i18next.ts"
import type { MessageKey, Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"

export const getT = memoizeByKey((locale: Locale): Translate => {
  const fixed = i18next.getFixedT(locale)
  const translatePlain = memoizeByKey((key: MessageKey) => String(fixed(key)))
  return (key, values) => (values ? String(fixed(key, values)) : translatePlain(key))
})
