/** Finds the time zone of imported times, from the name of the time zone (TZID) or its description (VTIMEZONE). */
import ICAL from "ical.js"
import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { getUtcTimes, getWallTime, getZoneOffset } from "../../../shared/zone.ts"
import { getCanonicalZone } from "../canonical-zone.ts"
import { DEFAULT_TIME_ZONE } from "../schema.ts"

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Converts between local times of a time zone (wall times, `YYYY-MM-DDTHH:MM:SS`) and timestamps (milliseconds). */
export interface Clocks {
  /** The canonical IANA zone in which events are shown. */
  zone: string
  /** Time zone for rrule-temporal. "UTC" means that rrule-temporal gets local times as if they were UTC. */
  ruleZone: string
  toTimestamp: (wall: string) => number
  toWallTime: (timestamp: number) => string
  /** Whether the times are in UTC, and `zone` is only the time zone in which they are shown. */
  isUtc?: boolean
  /** The calendar's name for an unknown time zone. The other fields then describe the default time zone. */
  unknown?: string
}

const formatWallTime = (timestamp: number) =>
  new Date(timestamp).toISOString().slice(0, "2026-11-27T17:00:00".length)

/** Returns the clocks of an IANA zone. A local time in an hour that clocks skip is read as an hour later. */
export const getClocks = (zone: string): Clocks => ({
  zone,
  ruleZone: zone,
  toTimestamp(wall) {
    const asUtc = Date.parse(`${wall}Z`)
    const [timestamp = asUtc - getZoneOffset(asUtc - MS_PER_DAY, zone)] =
      getUtcTimes(wall, zone) ?? []
    return timestamp
  },
  toWallTime: (timestamp) => getWallTime(timestamp, zone),
})

/** Creates clocks from a function that returns the offset from UTC in milliseconds at a local time. */
const createClocks = (zone: string, getOffset: (wall: string) => number): Clocks => ({
  zone,
  ruleZone: "UTC",
  toTimestamp: (wall) => Date.parse(`${wall}Z`) - getOffset(wall),
  toWallTime(timestamp) {
    // The offset depends on the local time, which is known only with the offset. So the first result is corrected once.
    const estimate = formatWallTime(timestamp + getOffset(formatWallTime(timestamp)))
    return formatWallTime(timestamp + getOffset(estimate))
  },
})

/**
 * Returns the clocks for times in UTC. Their events are shown in `zone`, because UTC is not the time zone of a place.
 */
export const getUtcClocks = (zone: string): Clocks => ({
  ...createClocks(zone, () => 0),
  isUtc: true,
})

/**
 * IANA zones by Windows name in lower case. A name for several time zones means the default time zone, if it is one of
 * them.
 */
const WINDOWS_ZONES = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  const includesDefault = iana.some((zone) => zone === DEFAULT_TIME_ZONE)
  const [mainZone = ""] = iana
  if (includesDefault) WINDOWS_ZONES.set(windowsName.toLowerCase(), DEFAULT_TIME_ZONE)
  // In CLDR, the territory 001 (world) marks the main time zone of a name.
  else if (territory === "001") WINDOWS_ZONES.set(windowsName.toLowerCase(), mainZone)
}

/** Time zones that are compared with a description or a label, the most probable ones first. */
const CANDIDATE_ZONES = (() => {
  const windowsZones = [...WINDOWS_ZONES.values()]
  const european = windowsZones.filter((zone) => zone.startsWith("Europe/"))
  const others = [...windowsZones, ...Intl.supportedValuesOf("timeZone")]
  const names = [DEFAULT_TIME_ZONE, "Asia/Seoul", ...european, ...others]
  return new Set(names.flatMap((name) => getCanonicalZone(name) ?? []))
})()

/** IANA zones for unambiguous names that are neither in the IANA list nor among the Windows names. */
const OTHER_ZONE_NAMES: Record<string, string> = {
  AET: "Australia/Sydney",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  "COORDINATED UNIVERSAL TIME": "UTC",
}

const MAX_NAME_LENGTH = 300
/** Maximum number of parts of an IANA name, as in `America/Argentina/Buenos_Aires`. */
const MAX_NAME_PARTS = 3

/** Returns the IANA zone of a name, which can have a prefix: `/mozilla.org/20050126_1/Europe/Riga`. */
function findIanaZone(name: string): string | undefined {
  const parts = name.split("/").filter(Boolean).slice(-MAX_NAME_PARTS)
  for (const index of parts.keys()) {
    const zone = getCanonicalZone(parts.slice(index).join("/"))
    if (zone) return zone
  }
  return OTHER_ZONE_NAMES[name.toUpperCase()]
}

/** Returns the IANA zone of a Windows name, such as `Korea Standard Time` or `Eastern Time (US & Canada)`. */
function findWindowsZone(name: string): string | undefined {
  const plainName = name
    .toLowerCase()
    // Outlook adds a number when two time zones have the same name.
    .replace(/ \d+$/, "")
    // Changes names such as "Korea Time" and "Eastern Daylight Time" to the keys of WINDOWS_ZONES.
    .replace(/ (?:standard |daylight )?time(?: \(us & canada\))?$/, " standard time")
  return getCanonicalZone(WINDOWS_ZONES.get(plainName) ?? "")
}

/** Matches offsets that are used as names: `GMT+0100`, `UTC+01:00`, `+0100`. */
const OFFSET_NAME = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d\d)?$/i

const toOffset = (sign: string | undefined, hours = "0", minutes = "0") =>
  (sign === "-" ? -1 : 1) * (Number(hours) * MS_PER_HOUR + Number(minutes) * 60_000)

function findOffsetClocks(name: string, defaultZone: string): Clocks | undefined {
  const [match, sign, hours, minutes] = OFFSET_NAME.exec(name) ?? []
  if (!match) return undefined
  const offset = toOffset(sign, hours, minutes)
  const hoursFromUtc = offset / MS_PER_HOUR
  // The signs in these IANA names are reversed: Etc/GMT-1 is UTC+1.
  const zone = getCanonicalZone(`Etc/GMT${hoursFromUtc > 0 ? "-" : "+"}${Math.abs(hoursFromUtc)}`)
  return zone && zone !== "UTC" ? getClocks(zone) : createClocks(defaultZone, () => offset)
}

/** Matches labels from Windows: `(UTC+01:00) Amsterdam, Berlin, Bern, Rome` or `(GMT+01.00) Amsterdam / Berlin`. */
const WINDOWS_LABEL = /^\((?:utc|gmt) ?(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\) (.+)$/i

/**
 * Returns the time zone that a Windows label names, or a time zone that is named after one of its towns and has its
 * offset.
 */
function findLabelZone(name: string): string | undefined {
  const [, sign, hours, minutes, towns = ""] = WINDOWS_LABEL.exec(name) ?? []
  const zoneByName = findWindowsZone(towns) ?? OTHER_ZONE_NAMES[towns.toUpperCase()]
  if (zoneByName || !towns) return zoneByName
  const names = towns.split(/[,/]/).map((town) => town.trim().replaceAll(" ", "_").toLowerCase())
  // Labels have the offset of standard time: the lower offset of January and July, in both hemispheres.
  const januaryAndJuly = [0, 6].map((month) => Date.UTC(new Date().getUTCFullYear(), month))
  return [...CANDIDATE_ZONES].find(
    (zone) =>
      names.includes(zone.slice(zone.lastIndexOf("/") + 1).toLowerCase()) &&
      Math.min(...januaryAndJuly.map((timestamp) => getZoneOffset(timestamp, zone))) ===
        toOffset(sign, hours, minutes),
  )
}

/**
 * Returns the clocks of a time zone that the calendar describes (VTIMEZONE), or undefined for an unusable description.
 * Prefers the IANA zone with the same name (`zoneOfName`), then UTC, then another IANA zone with the described offsets.
 * If no time zone matches, or if only some offsets of the time zone with the same name are described, the clocks have
 * the described offsets.
 */
function findDescribedClocks(
  description: ICAL.Component,
  zoneOfName: string | undefined,
  defaultZone: string,
): Clocks | undefined {
  const zone = new ICAL.Timezone(description)
  const getOffset = (wall: string) => {
    const seconds = zone.utcOffset(ICAL.Time.fromDateTimeString(wall))
    const [firstChange] = zone.changes
    const isBeforeFirstChange =
      firstChange &&
      Date.parse(`${wall}Z`) < Date.UTC(firstChange.year, firstChange.month - 1, firstChange.day)
    return (isBeforeFirstChange ? firstChange.prevUtcOffset : seconds) * 1000
  }
  // This call makes ical.js fill `zone.changes`.
  getOffset(formatWallTime(Date.now()))
  if (zone.changes.length === 0) return undefined
  const year = new Date().getUTCFullYear()
  // The offsets at noon of each day in two years.
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(year, 0, 1 + day, 12))
  const offsets = days.map((asUtc) => {
    const milliseconds = getOffset(formatWallTime(asUtc))
    return { timestamp: asUtc - milliseconds, milliseconds }
  })
  const distinctOffsets = new Set(offsets.map(({ milliseconds }) => milliseconds))
  if (distinctOffsets.has(Number.NaN)) return undefined
  // Every 30th day is compared first: for most time zones, this is enough to find a difference.
  const samples = [...offsets.filter((_, day) => day % 30 === 0), ...offsets]
  const hasSameOffsets = (name: string) =>
    samples.every(({ timestamp, milliseconds }) => getZoneOffset(timestamp, name) === milliseconds)
  const knownZone = zoneOfName === "UTC" ? undefined : zoneOfName
  if (knownZone) {
    if (hasSameOffsets(knownZone)) return getClocks(knownZone)
    // Some programs describe only some years, or only standard time. Such a time zone keeps its described offsets.
    const offsetsOfZone = new Set(
      offsets.map(({ timestamp }) => getZoneOffset(timestamp, knownZone)),
    )
    if (distinctOffsets.isSubsetOf(offsetsOfZone)) return createClocks(knownZone, getOffset)
  }
  if (distinctOffsets.size === 1 && distinctOffsets.has(0)) return getUtcClocks(defaultZone)
  const matchingZone = [defaultZone, ...CANDIDATE_ZONES].find(hasSameOffsets)
  return matchingZone ? getClocks(matchingZone) : createClocks(knownZone ?? defaultZone, getOffset)
}

/**
 * Removes escapes and quotes from a time zone's name, because often only the VEVENT or only the VTIMEZONE contains
 * them.
 */
export const cleanTzid = (tzid: string): string =>
  tzid
    .slice(0, MAX_NAME_LENGTH)
    .replace(/\\(?=.)|^\s*"|"\s*$/g, "")
    .trim()

/**
 * Creates a function that finds the clocks for a time zone's name (TZID), from the calendar's description or from the
 * IANA time zone, Windows zone or offset that the name means. An unknown name gets the clocks of `defaultZone`.
 */
export function createClockFinder(
  descriptions: ReadonlyMap<string, ICAL.Component>,
  defaultZone: string,
) {
  const cache = new Map<string, Clocks>()
  function find(tzid: string): Clocks {
    const name = cleanTzid(tzid)
    const description = descriptions.get(name.toLowerCase())
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
    } catch {
      // A damaged description is ignored.
    }
    if (zone) return zone === "UTC" ? getUtcClocks(defaultZone) : getClocks(zone)
    return findOffsetClocks(name, defaultZone) ?? { ...getClocks(defaultZone), unknown: name }
  }
  return (tzid: string): Clocks => {
    const clocks = cache.get(tzid) ?? find(tzid)
    cache.set(tzid, clocks)
    return clocks
  }
}
