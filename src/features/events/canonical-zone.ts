import { memoizeByZone } from "../../shared/zone.ts"

const SUPPORTED = new Set(Intl.supportedValuesOf("timeZone"))
/** Matches names such as `Europe/Riga`, `Etc/GMT-1` or `Japan`, but no offsets. */
const ZONE_NAME = /^[a-z][\w+-]*(\/[\w+-]+)*$/i
/** Matches IANA names with three letters. ICU also accepts ambiguous names such as BST and IST. */
const SHORT_NAME = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i

/** Maps outdated names, which ICU and most browsers still return, to current IANA names. */
const RENAMED: Record<string, string> = {
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

/** Returns the canonical name, or undefined for an unknown zone. Postgres accepts every returned name. */
export const getCanonicalZone = memoizeByZone((name): string | undefined => {
  if (!ZONE_NAME.test(name)) return undefined
  if (name.length === 3 && !SHORT_NAME.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions()
    const isKnown =
      SUPPORTED.has(timeZone) || timeZone === "UTC" || /^Etc\/GMT[+-]\d+$/.test(timeZone)
    return isKnown ? (RENAMED[timeZone] ?? timeZone) : undefined
  } catch {
    return undefined
  }
})
