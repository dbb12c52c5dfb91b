/** Converts between a calendar's local times and moments, and finds the IANA zone to show its events in. */
import ICAL from "ical.js"
import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { momentsAt, offsetAt, wallTime } from "../../../shared/zone.ts"
import { canonicalZone } from "../canonical-zone.ts"
import { DEFAULT_TIME_ZONE } from "../schema.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The clocks of a time zone. A wall is a local time (`YYYY-MM-DDTHH:MM:SS`), a moment is in milliseconds. */
export interface Clocks {
  /** The canonical IANA zone in which events are shown. */
  zone: string
  /** The zone in which repeat rules are expanded. "UTC" makes the expansion use local times as if they were in UTC. */
  ruleZone: string
  momentOf: (wall: string) => number
  wallOf: (moment: number) => string
  isUtc?: boolean
  /** The calendar's name of an unknown zone. These clocks are then a guess. */
  unknown?: string
}

const isoWall = (moment: number) =>
  new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length)

/** Returns the clocks of an IANA zone. Local times in the hour skipped in spring are read as one hour later. */
export const clocksOf = (zone: string): Clocks => ({
  zone,
  ruleZone: zone,
  momentOf(wall) {
    const asUtc = Date.parse(`${wall}Z`)
    const [moment = asUtc - offsetAt(asUtc - DAY, zone)] = momentsAt(wall, zone) ?? []
    return moment
  },
  wallOf: (moment) => wallTime(moment, zone),
})

/** Returns clocks whose offset from UTC is computed by a function, in milliseconds. */
const clocksWithOffset = (zone: string, offsetAtWall: (wall: string) => number): Clocks => ({
  zone,
  ruleZone: "UTC",
  momentOf: (wall) => Date.parse(`${wall}Z`) - offsetAtWall(wall),
  // The offset depends on the local time, which depends on the offset: the second step corrects the first.
  wallOf: (moment) =>
    isoWall(moment + offsetAtWall(isoWall(moment + offsetAtWall(isoWall(moment))))),
})

/** Returns the clocks of UTC. Their events are shown in `zone`, because UTC is not a place. */
export const utcClocks = (zone: string): Clocks => ({
  ...clocksWithOffset(zone, () => 0),
  isUtc: true,
})

/** Maps Windows names in lower case to IANA zones: the default zone if the name covers it, else CLDR's main zone. */
const WINDOWS_ZONES = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  const includesDefault = iana.some((zone) => zone === DEFAULT_TIME_ZONE)
  const [main = ""] = iana
  if (includesDefault) WINDOWS_ZONES.set(windowsName.toLowerCase(), DEFAULT_TIME_ZONE)
  // CLDR marks the main zone of a name with the territory 001, the world.
  else if (territory === "001") WINDOWS_ZONES.set(windowsName.toLowerCase(), main)
}

/** Zones to compare with a VTIMEZONE, in this order: the default zone, Seoul, main zones of Europe, main zones, others. */
const CANDIDATES = (() => {
  const main = [...WINDOWS_ZONES.values()]
  const european = main.filter((zone) => zone.startsWith("Europe/"))
  const others = [...main, ...Intl.supportedValuesOf("timeZone")]
  const names = [DEFAULT_TIME_ZONE, "Asia/Seoul", ...european, ...others]
  return new Set(names.flatMap((name) => canonicalZone(name) ?? []))
})()

/** Unambiguous names that neither IANA nor CLDR lists. */
const OTHER_NAMES: Record<string, string> = {
  AET: "Australia/Sydney",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  "COORDINATED UNIVERSAL TIME": "UTC",
}

/** Maximum length of a TZID; the rest is cut off. */
const NAME_MAX = 300
/** Maximum number of parts in an IANA name: `America/Argentina/Buenos_Aires`. */
const NAME_PARTS = 3

/** Returns the IANA zone for a name or for its last parts: `/mozilla.org/20050126_1/Europe/Riga`. */
function ianaZone(name: string): string | undefined {
  const parts = name.split("/").filter(Boolean).slice(-NAME_PARTS)
  for (const index of parts.keys()) {
    const zone = canonicalZone(parts.slice(index).join("/"))
    if (zone) return zone
  }
  return OTHER_NAMES[name.toUpperCase()]
}

/** Returns the IANA zone for a Windows name: `Korea Standard Time`, `Eastern Time (US & Canada)`. */
function windowsZone(name: string): string | undefined {
  const plain = name
    .toLowerCase()
    // Outlook adds a number when two zones have the same name.
    .replace(/ \d+$/, "")
    .replace(/ (?:standard |daylight )?time(?: \(us & canada\))?$/, " standard time")
  return canonicalZone(WINDOWS_ZONES.get(plain) ?? "")
}

/** Matches an offset as a name: `GMT+0100`, `UTC+01:00`, `+0100`. */
const OFFSET_NAME = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d\d)?$/i

const offsetOf = (sign: string | undefined, hours = "0", minutes = "0") =>
  (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)

/** Returns the clocks for a name that is an offset from UTC. */
function offsetClocks(name: string, defaultZone: string): Clocks | undefined {
  const [match, sign, hours, minutes] = OFFSET_NAME.exec(name) ?? []
  if (!match) return undefined
  const offset = offsetOf(sign, hours, minutes)
  const hoursFromUtc = offset / HOUR
  // IANA reverses the signs in these names: Etc/GMT-1 is UTC+1.
  const zone = canonicalZone(`Etc/GMT${hoursFromUtc > 0 ? "-" : "+"}${Math.abs(hoursFromUtc)}`)
  return zone && zone !== "UTC" ? clocksOf(zone) : clocksWithOffset(defaultZone, () => offset)
}

/** Matches a Windows label: `(UTC+01:00) Amsterdam, Berlin, Bern, Rome`, `(GMT+01.00) Amsterdam / Berlin`. */
const LABEL = /^\((?:utc|gmt) ?(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\) (.+)$/i

/** Returns the IANA zone for a Windows label: a zone of one of its towns, with the same standard offset. */
function labelZone(name: string): string | undefined {
  const [, sign, hours, minutes, towns = ""] = LABEL.exec(name) ?? []
  const zoneByName = windowsZone(towns) ?? OTHER_NAMES[towns.toUpperCase()]
  if (zoneByName || !towns) return zoneByName
  const names = towns.split(/[,/]/).map((town) => town.trim().replaceAll(" ", "_").toLowerCase())
  const winterAndSummer = [0, 6].map((month) => Date.UTC(new Date().getUTCFullYear(), month))
  return [...CANDIDATES].find(
    (zone) =>
      names.includes(zone.slice(zone.lastIndexOf("/") + 1).toLowerCase()) &&
      Math.min(...winterAndSummer.map((moment) => offsetAt(moment, zone))) ===
        offsetOf(sign, hours, minutes),
  )
}

/** Returns the clocks that a VTIMEZONE describes: the clocks of an IANA zone with the same offsets, if there is one. */
function describedClocks(
  described: ICAL.Component,
  named: string | undefined,
  defaultZone: string,
): Clocks | undefined {
  const zone = new ICAL.Timezone(described)
  const offset = (wall: string) => {
    const seconds = zone.utcOffset(ICAL.Time.fromDateTimeString(wall))
    const [first] = zone.changes
    const isBefore =
      first && Date.parse(`${wall}Z`) < Date.UTC(first.year, first.month - 1, first.day)
    return (isBefore ? first.prevUtcOffset : seconds) * 1000
  }
  // Makes ical.js fill `zone.changes`.
  offset(isoWall(Date.now()))
  if (zone.changes.length === 0) return undefined
  const year = new Date().getUTCFullYear()
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(year, 0, 1 + day, 12))
  const offsets = days.map((asUtc) => {
    const milliseconds = offset(isoWall(asUtc))
    return { moment: asUtc - milliseconds, milliseconds }
  })
  const distinct = new Set(offsets.map(({ milliseconds }) => milliseconds))
  if (distinct.has(Number.NaN)) return undefined
  // Compares every 30th day first, because most zones differ there already.
  const samples = [...offsets.filter((_, day) => day % 30 === 0), ...offsets]
  const fits = (name: string) =>
    samples.every(({ moment, milliseconds }) => offsetAt(moment, name) === milliseconds)
  if (named && named !== "UTC") {
    if (fits(named)) return clocksOf(named)
    // Some programs describe only some years, or only summer or winter time.
    const namedOffsets = new Set(offsets.map(({ moment }) => offsetAt(moment, named)))
    if (distinct.isSubsetOf(namedOffsets)) return clocksWithOffset(named, offset)
  }
  if (distinct.size === 1 && distinct.has(0)) return utcClocks(defaultZone)
  const matchingZone = [defaultZone, ...CANDIDATES].find(fits)
  return matchingZone
    ? clocksOf(matchingZone)
    : clocksWithOffset(named && named !== "UTC" ? named : defaultZone, offset)
}

/** Returns a TZID without escapes and quotes. Some programs write them only in the VTIMEZONE or only in the entry. */
export const plainTzid = (tzid: string): string =>
  tzid
    .slice(0, NAME_MAX)
    .replace(/\\(?=.)|^\s*"|"\s*$/g, "")
    .trim()

/**
 * Returns a function that finds the clocks for a TZID: from the calendar's VTIMEZONE first, then from an IANA name, a
 * Windows name or an offset. An unknown zone gets the clocks of `defaultZone`.
 */
export function clocksByName(described: ReadonlyMap<string, ICAL.Component>, defaultZone: string) {
  const found = new Map<string, Clocks>()
  function find(tzid: string): Clocks {
    const name = plainTzid(tzid)
    const description = described.get(name.toLowerCase())
    // libical writes the IANA name into X-LIC-LOCATION when the TZID is a different name.
    const locationName = String(description?.getFirstPropertyValue("x-lic-location") ?? "")
    const zone = ianaZone(name) ?? windowsZone(name) ?? labelZone(name) ?? ianaZone(locationName)
    try {
      const clocks = description && describedClocks(description, zone, defaultZone)
      if (clocks) return clocks
    } catch {
      // The description is damaged.
    }
    if (zone) return zone === "UTC" ? utcClocks(defaultZone) : clocksOf(zone)
    return offsetClocks(name, defaultZone) ?? { ...clocksOf(defaultZone), unknown: name }
  }
  return (tzid: string): Clocks => {
    const clocks = found.get(tzid) ?? find(tzid)
    found.set(tzid, clocks)
    return clocks
  }
}
