/** Texts of the calendar files that functions create. Builds use i18next instead. */
import enCommon from "../../../public/locales/en/common.json" with { type: "json" }
import enHome from "../../../public/locales/en/home.json" with { type: "json" }
import etCommon from "../../../public/locales/et/common.json" with { type: "json" }
import etHome from "../../../public/locales/et/home.json" with { type: "json" }
import ltCommon from "../../../public/locales/lt/common.json" with { type: "json" }
import ltHome from "../../../public/locales/lt/home.json" with { type: "json" }
import lvCommon from "../../../public/locales/lv/common.json" with { type: "json" }
import lvHome from "../../../public/locales/lv/home.json" with { type: "json" }
import ruCommon from "../../../public/locales/ru/common.json" with { type: "json" }
import ruHome from "../../../public/locales/ru/home.json" with { type: "json" }
import type { Locale } from "../../../src/i18n/locales.ts"
import { createTranslate, flatten } from "../../../src/i18n/translate.ts"

const TEXTS = {
  en: [enCommon, enHome],
  lv: [lvCommon, lvHome],
  et: [etCommon, etHome],
  lt: [ltCommon, ltHome],
  ru: [ruCommon, ruHome],
} satisfies Record<Locale, unknown>

export const createCalendarTranslator = (locale: Locale) => {
  const [common, home] = TEXTS[locale]
  return createTranslate(locale, { ...flatten("common", common), ...flatten("home", home) })
}
