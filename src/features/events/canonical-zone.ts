import { memoizeByZone } from "../../shared/zone.ts"

const SUPPORTED_ZONES = new Set(Intl.supportedValuesOf("timeZone"))
/** Matches names such as `Europe/Riga`, `Etc/GMT-1` or `Japan`, but not offsets such as `+03:00`. */
const ZONE_NAME_PATTERN = /^[a-z][\w+-]*(\/[\w+-]+)*$/i
/** Matches the IANA names with three letters. ICU also accepts ambiguous abbreviations, such as BST and IST. */
const SHORT_ZONE_NAME_PATTERN = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i

/** Maps outdated names, which ICU and most browsers still return, to current IANA names. */
const RENAMED_ZONES: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
}

/**
 * Returns the current IANA name of a time zone, or undefined for an unknown time zone. Postgres accepts every returned
 * name.
 */
export const getCanonicalZone = memoizeByZone((name): string | undefined => {
  if (!ZONE_NAME_PATTERN.test(name)) return undefined
  if (name.length === 3 && !SHORT_ZONE_NAME_PATTERN.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions()
    // The list of supported time zones contains neither UTC nor time zones with a fixed offset.
    const isKnown =
      SUPPORTED_ZONES.has(timeZone) || timeZone === "UTC" || /^Etc\/GMT[+-]\d+$/.test(timeZone)
    return isKnown ? (RENAMED_ZONES[timeZone] ?? timeZone) : undefined
  } catch {
    return undefined
  }
})
