/** The interface's texts in any language, read from its files. */
import { readFileSync } from "node:fs"
import { flatten } from "../../../src/i18n/flatten.ts"
import type { Messages, Translate } from "../../../src/i18n/keys.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { translator } from "../../../src/i18n/translate.ts"

const NAMESPACES = ["account", "common", "errors", "mails"] as const

const messagesOf = (locale: Locale): Messages =>
  Object.assign(
    {},
    ...NAMESPACES.map((name) =>
      flatten(name, JSON.parse(readFileSync(`public/locales/${locale}/${name}.json`, "utf8"))),
    ),
  )

/** A text that a language lacks is English, as on the pages. */
export const textsOf = (locale: Locale): Translate =>
  translator(locale, { ...messagesOf("en"), ...messagesOf(locale) })
