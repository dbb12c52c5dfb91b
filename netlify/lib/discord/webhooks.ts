/** DISCORD_WEBHOOKS has `country/language=URL` entries, separated by spaces. `all` means all countries. */
import type { Channel } from "../../../db/queries/channel-posts.ts"
import { COUNTRIES } from "../../../src/countries.ts"
import { LOCALES, type Locale } from "../../../src/i18n/locales.ts"

export interface Webhook extends Channel {
  language: Locale
  /** A secret. */
  url: string
}

const ENTRY_PATTERN = /^(\w+)\/(\w+)=(https:\/\/\S+|http:\/\/127\.0\.0\.1\S*)$/

function readEntry(entry: string): Webhook | null {
  const [, country, language, url = ""] = ENTRY_PATTERN.exec(entry) ?? []
  const locale = LOCALES.find((locale) => locale === language)
  const isCountry = country === "all" || COUNTRIES.some((code) => code === country)
  if (!locale || !isCountry || !URL.canParse(url)) return null
  return {
    key: `discord ${country}/${locale}`,
    country: country === "all" ? null : (country ?? null),
    language: locale,
    url,
  }
}

/** Returns null if an entry is invalid, or if two entries have the same country and language. */
export function readWebhooks(setting: string): Webhook[] | null {
  const webhooks = setting.split(/\s+/).filter(Boolean).map(readEntry)
  const keys = new Set(webhooks.map((webhook) => webhook?.key))
  if (keys.size < webhooks.length) return null
  return webhooks.every((webhook) => webhook !== null) ? webhooks : null
}
