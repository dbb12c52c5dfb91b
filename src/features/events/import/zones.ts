import ICAL from "ical.js"
import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { getMoments, getWallTime, getZoneOffset } from "../../../shared/zone.ts"
import { getCanonicalZone } from "../canonical-zone.ts"
import { DEFAULT_TIME_ZONE } from "../schema.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A wall is a local time (`YYYY-MM-DDTHH:MM:SS`); a moment is in milliseconds. */
export interface Clocks {
  /** The canonical IANA zone in which events are shown. */
  zone: string
  /** The rule library's zone. "UTC": it gets local times as if they were UTC. */
  ruleZone: string
  toMoment: (wall: string) => number
  toWallTime: (moment: number) => string
  isUtc?: boolean
  /** The calendar's name for an unknown zone. The other fields are then a guess. */
  unknown?: string
}

const formatWallTime = (moment: number) =>
  new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length)

/** A local time in a skipped hour is read as an hour later. */
export const getClocks = (zone: string): Clocks => ({
  zone,
  ruleZone: zone,
  toMoment(wall) {
    const asUtc = Date.parse(`${wall}Z`)
    const [moment = asUtc - getZoneOffset(asUtc - DAY, zone)] = getMoments(wall, zone) ?? []
    return moment
  },
  toWallTime: (moment) => getWallTime(moment, zone),
})

const createClocks = (zone: string, offsetAtWall: (wall: string) => number): Clocks => ({
  zone,
  ruleZone: "UTC",
  toMoment: (wall) => Date.parse(`${wall}Z`) - offsetAtWall(wall),
  // Offset and local time depend on each other. The second step corrects the first.
  toWallTime: (moment) =>
    formatWallTime(
      moment + offsetAtWall(formatWallTime(moment + offsetAtWall(formatWallTime(moment)))),
    ),
})

/** Events in UTC are shown in `zone`, because no place has UTC as its local time. */
export const getUtcClocks = (zone: string): Clocks => ({
  ...createClocks(zone, () => 0),
  isUtc: true,
})

/** IANA zones by Windows name in lower case. Names that cover the default zone map to it. */
const WINDOWS_ZONES = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  const includesDefault = iana.some((zone) => zone === DEFAULT_TIME_ZONE)
  const [main = ""] = iana
  if (includesDefault) WINDOWS_ZONES.set(windowsName.toLowerCase(), DEFAULT_TIME_ZONE)
  // In CLDR, the territory 001 (world) marks the main zone of a name.
  else if (territory === "001") WINDOWS_ZONES.set(windowsName.toLowerCase(), main)
}

const CANDIDATES = (() => {
  const main = [...WINDOWS_ZONES.values()]
  const european = main.filter((zone) => zone.startsWith("Europe/"))
  const others = [...main, ...Intl.supportedValuesOf("timeZone")]
  const names = [DEFAULT_TIME_ZONE, "Asia/Seoul", ...european, ...others]
  return new Set(names.flatMap((name) => getCanonicalZone(name) ?? []))
})()

/** Unambiguous names that neither IANA nor CLDR lists. */
const OTHER_NAMES: Record<string, string> = {
  AET: "Australia/Sydney",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  "COORDINATED UNIVERSAL TIME": "UTC",
}

const NAME_MAX = 300
/** `America/Argentina/Buenos_Aires` has three parts. */
const NAME_PARTS = 3

/** Also reads the last parts of a name, as in `/mozilla.org/20050126_1/Europe/Riga`. */
function findIanaZone(name: string): string | undefined {
  const parts = name.split("/").filter(Boolean).slice(-NAME_PARTS)
  for (const index of parts.keys()) {
    const zone = getCanonicalZone(parts.slice(index).join("/"))
    if (zone) return zone
  }
  return OTHER_NAMES[name.toUpperCase()]
}

/** Reads names such as `Korea Standard Time` or `Eastern Time (US & Canada)`. */
function findWindowsZone(name: string): string | undefined {
  const plainName = name
    .toLowerCase()
    // Outlook adds a number when two zones have the same name.
    .replace(/ \d+$/, "")
    .replace(/ (?:standard |daylight )?time(?: \(us & canada\))?$/, " standard time")
  return getCanonicalZone(WINDOWS_ZONES.get(plainName) ?? "")
}

/** Matches offsets that are used as names: `GMT+0100`, `UTC+01:00`, `+0100`. */
const OFFSET_NAME = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d\d)?$/i

const toOffset = (sign: string | undefined, hours = "0", minutes = "0") =>
  (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)

function findOffsetClocks(name: string, defaultZone: string): Clocks | undefined {
  const [match, sign, hours, minutes] = OFFSET_NAME.exec(name) ?? []
  if (!match) return undefined
  const offset = toOffset(sign, hours, minutes)
  const hoursFromUtc = offset / HOUR
  // The signs in these IANA names are reversed: Etc/GMT-1 is UTC+1.
  const zone = getCanonicalZone(`Etc/GMT${hoursFromUtc > 0 ? "-" : "+"}${Math.abs(hoursFromUtc)}`)
  return zone && zone !== "UTC" ? getClocks(zone) : createClocks(defaultZone, () => offset)
}

/** Matches `(UTC+01:00) Amsterdam, Berlin, Bern, Rome` or `(GMT+01.00) Amsterdam / Berlin`. */
const LABEL = /^\((?:utc|gmt) ?(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\) (.+)$/i

/** Returns the zone of a town in the label, if its standard offset is the same. */
function findLabelZone(name: string): string | undefined {
  const [, sign, hours, minutes, towns = ""] = LABEL.exec(name) ?? []
  const zoneByName = findWindowsZone(towns) ?? OTHER_NAMES[towns.toUpperCase()]
  if (zoneByName || !towns) return zoneByName
  const names = towns.split(/[,/]/).map((town) => town.trim().replaceAll(" ", "_").toLowerCase())
  const winterAndSummer = [0, 6].map((month) => Date.UTC(new Date().getUTCFullYear(), month))
  return [...CANDIDATES].find(
    (zone) =>
      names.includes(zone.slice(zone.lastIndexOf("/") + 1).toLowerCase()) &&
      Math.min(...winterAndSummer.map((moment) => getZoneOffset(moment, zone))) ===
        toOffset(sign, hours, minutes),
  )
}

/** Prefers an IANA zone with the same offsets. */
function findDescribedClocks(
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
  // This call makes ical.js fill `zone.changes`.
  offset(formatWallTime(Date.now()))
  if (zone.changes.length === 0) return undefined
  const year = new Date().getUTCFullYear()
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(year, 0, 1 + day, 12))
  const offsets = days.map((asUtc) => {
    const milliseconds = offset(formatWallTime(asUtc))
    return { moment: asUtc - milliseconds, milliseconds }
  })
  const distinctOffsets = new Set(offsets.map(({ milliseconds }) => milliseconds))
  if (distinctOffsets.has(Number.NaN)) return undefined
  // Most zones differ on every 30th day, so these days are compared first.
  const samples = [...offsets.filter((_, day) => day % 30 === 0), ...offsets]
  const hasSameOffsets = (name: string) =>
    samples.every(({ moment, milliseconds }) => getZoneOffset(moment, name) === milliseconds)
  if (named && named !== "UTC") {
    if (hasSameOffsets(named)) return getClocks(named)
    // Some programs describe only some years, or only one of summer and winter time.
    const namedOffsets = new Set(offsets.map(({ moment }) => getZoneOffset(moment, named)))
    if (distinctOffsets.isSubsetOf(namedOffsets)) return createClocks(named, offset)
  }
  if (distinctOffsets.size === 1 && distinctOffsets.has(0)) return getUtcClocks(defaultZone)
  const matchingZone = [defaultZone, ...CANDIDATES].find(hasSameOffsets)
  return matchingZone
    ? getClocks(matchingZone)
    : createClocks(named && named !== "UTC" ? named : defaultZone, offset)
}

/** Only the VTIMEZONE or only the entry may contain escapes and quotes. */
export const cleanTzid = (tzid: string): string =>
  tzid
    .slice(0, NAME_MAX)
    .replace(/\\(?=.)|^\s*"|"\s*$/g, "")
    .trim()

/** Tries the VTIMEZONE, an IANA name, a Windows name and an offset, then `defaultZone`. */
export function createClockFinder(
  described: ReadonlyMap<string, ICAL.Component>,
  defaultZone: string,
) {
  const cache = new Map<string, Clocks>()
  function find(tzid: string): Clocks {
    const name = cleanTzid(tzid)
    const description = described.get(name.toLowerCase())
    // libical writes the IANA name into X-LIC-LOCATION.
    const locationName = String(description?.getFirstPropertyValue("x-lic-location") ?? "")
    const zone =
      findIanaZone(name) ??
      findWindowsZone(name) ??
      findLabelZone(name) ??
      findIanaZone(locationName)
    try {
      const clocks = description && findDescribedClocks(description, zone, defaultZone)
      if (clocks) return clocks
    } catch {}
    if (zone) return zone === "UTC" ? getUtcClocks(defaultZone) : getClocks(zone)
    return findOffsetClocks(name, defaultZone) ?? { ...getClocks(defaultZone), unknown: name }
  }
  return (tzid: string): Clocks => {
    const clocks = cache.get(tzid) ?? find(tzid)
    cache.set(tzid, clocks)
    return clocks
  }
}
