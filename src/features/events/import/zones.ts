/** The clocks that a calendar's times are written in, and the IANA zone that shows them. */
import ICAL from "ical.js"
import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { momentsAt, offsetAt, wallTime } from "../../../shared/zone.ts"
import { canonicalZone } from "../canonical-zone.ts"
import { DEFAULT_TIME_ZONE } from "../schema.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Clocks that times are written in. Walls are `YYYY-MM-DDTHH:MM:SS`, moments milliseconds. */
export interface Clocks {
  /** The canonical IANA zone by which events are shown. */
  zone: string
  /** The zone in which repeat rules are expanded: UTC where the walls themselves are counted. */
  ruleZone: string
  momentOf: (wall: string) => number
  wallOf: (moment: number) => string
  isUtc?: boolean
  /** The calendar's name for a zone that is unknown: the clocks are a guess. */
  unknown?: string
}

const isoWall = (moment: number) =>
  new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length)

/** Returns the clocks of an IANA zone. In the hour that spring leaves out, they show the one after it. */
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

/** Returns clocks by their offset from UTC at a wall time, in milliseconds. */
const clocksBy = (zone: string, offset: (wall: string) => number): Clocks => ({
  zone,
  ruleZone: "UTC",
  momentOf: (wall) => Date.parse(`${wall}Z`) - offset(wall),
  wallOf: (moment) => isoWall(moment + offset(isoWall(moment + offset(isoWall(moment))))),
})

/** Returns the clocks of UTC, which is no place: events are shown in another zone. */
export const utcClocks = (zone: string): Clocks => ({ ...clocksBy(zone, () => 0), isUtc: true })

/** CLDR's zone for each Windows name, in lower case: ours where the name covers it, else the main one. */
const WINDOWS_ZONES = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  const isOurs = iana.some((zone) => zone === DEFAULT_TIME_ZONE)
  const [main = ""] = iana
  if (isOurs) WINDOWS_ZONES.set(windowsName.toLowerCase(), DEFAULT_TIME_ZONE)
  else if (territory === "001") WINDOWS_ZONES.set(windowsName.toLowerCase(), main)
}

/** Zones to try for described clocks: ours, K-pop's, Europe's and the world's main ones, then the others. */
const CANDIDATES = (() => {
  const main = [...WINDOWS_ZONES.values()]
  const european = main.filter((zone) => zone.startsWith("Europe/"))
  const others = [...main, ...Intl.supportedValuesOf("timeZone")]
  const names = [DEFAULT_TIME_ZONE, "Asia/Seoul", ...european, ...others]
  return new Set(names.flatMap((name) => canonicalZone(name) ?? []))
})()

/** Other names with one meaning, which neither IANA nor CLDR lists. */
const OTHER_NAMES: Record<string, string> = {
  AET: "Australia/Sydney",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  "COORDINATED UNIVERSAL TIME": "UTC",
}

/** More characters than a zone's name has. */
const NAME_MAX = 300
/** The longest IANA names have three parts: `America/Argentina/Buenos_Aires`. */
const NAME_PARTS = 3

/** Returns the IANA zone of a name or of its trailing part: `/mozilla.org/20050126_1/Europe/Riga`. */
function ianaZone(name: string): string | undefined {
  const parts = name.split("/").filter(Boolean).slice(-NAME_PARTS)
  for (const index of parts.keys()) {
    const zone = canonicalZone(parts.slice(index).join("/"))
    if (zone) return zone
  }
  return OTHER_NAMES[name.toUpperCase()]
}

/** Returns the zone of a Windows name: `Korea Standard Time`, `Eastern Time (US & Canada)`. */
function windowsZone(name: string): string | undefined {
  const plain = name
    .toLowerCase()
    // Outlook numbers zones whose name is taken.
    .replace(/ \d+$/, "")
    .replace(/ (?:standard |daylight )?time(?: \(us & canada\))?$/, " standard time")
  return canonicalZone(WINDOWS_ZONES.get(plain) ?? "")
}

/** `GMT+0100`, `UTC+01:00`, `+0100`. */
const OFFSET_NAME = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d\d)?$/i

const offsetOf = (sign: string | undefined, hours = "0", minutes = "0") =>
  (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)

/** Returns the clocks of a name that is an offset from UTC. */
function offsetClocks(name: string, usual: string): Clocks | undefined {
  const [match, sign, hours, minutes] = OFFSET_NAME.exec(name) ?? []
  if (!match) return undefined
  const offset = offsetOf(sign, hours, minutes)
  const ahead = offset / HOUR
  // The signs of these names are reversed.
  const zone = canonicalZone(`Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`)
  return zone && zone !== "UTC" ? clocksOf(zone) : clocksBy(usual, () => offset)
}

/** `(UTC+01:00) Amsterdam, Berlin, Bern, Rome`, `(GMT+01.00) Amsterdam / Berlin`. */
const LABEL = /^\((?:utc|gmt) ?(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\) (.+)$/i

/** Returns the zone of a Windows label: the one with the standard offset and one of the towns that it names. */
function labelZone(name: string): string | undefined {
  const [, sign, hours, minutes, towns = ""] = LABEL.exec(name) ?? []
  const named = windowsZone(towns) ?? OTHER_NAMES[towns.toUpperCase()]
  if (named || !towns) return named
  const names = towns.split(/[,/]/).map((town) => town.trim().replaceAll(" ", "_").toLowerCase())
  const halves = [0, 6].map((month) => Date.UTC(new Date().getUTCFullYear(), month))
  return [...CANDIDATES].find(
    (zone) =>
      names.includes(zone.slice(zone.lastIndexOf("/") + 1).toLowerCase()) &&
      Math.min(...halves.map((moment) => offsetAt(moment, zone))) ===
        offsetOf(sign, hours, minutes),
  )
}

/** Returns the clocks of a VTIMEZONE: those of the zone with the same ones, if there is one. */
function describedClocks(
  described: ICAL.Component,
  named: string | undefined,
  usual: string,
): Clocks | undefined {
  const zone = new ICAL.Timezone(described)
  const offset = (wall: string) => {
    const seconds = zone.utcOffset(ICAL.Time.fromDateTimeString(wall))
    const [first] = zone.changes
    const isBefore =
      first && Date.parse(`${wall}Z`) < Date.UTC(first.year, first.month - 1, first.day)
    return (isBefore ? first.prevUtcOffset : seconds) * 1000
  }
  offset(isoWall(Date.now()))
  if (zone.changes.length === 0) return undefined
  const year = new Date().getUTCFullYear()
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(year, 0, 1 + day, 12))
  const offsets = days.map((asUtc) => {
    const ahead = offset(isoWall(asUtc))
    return { moment: asUtc - ahead, ahead }
  })
  const distinct = new Set(offsets.map(({ ahead }) => ahead))
  if (distinct.has(Number.NaN)) return undefined
  // A day of each month first: most zones differ there already.
  const samples = [...offsets.filter((_, day) => day % 30 === 0), ...offsets]
  const fits = (name: string) =>
    samples.every(({ moment, ahead }) => offsetAt(moment, name) === ahead)
  if (named && named !== "UTC") {
    if (fits(named)) return clocksOf(named)
    // Some programs describe only the years or the half of the year that they need.
    const own = new Set(offsets.map(({ moment }) => offsetAt(moment, named)))
    if (distinct.isSubsetOf(own)) return clocksBy(named, offset)
  }
  if (distinct.size === 1 && distinct.has(0)) return utcClocks(usual)
  const like = [usual, ...CANDIDATES].find(fits)
  return like ? clocksOf(like) : clocksBy(named && named !== "UTC" ? named : usual, offset)
}

/** Returns a TZID without escapes and quotes, which some programs write in one of its two places only. */
export const plainTzid = (tzid: string): string =>
  tzid
    .slice(0, NAME_MAX)
    .replace(/\\(?=.)|^\s*"|"\s*$/g, "")
    .trim()

/**
 * Returns a function that finds the clocks of a TZID. The calendar's own description is trusted first, then IANA
 * names, Windows names, and offsets. An unknown zone has the usual clocks.
 */
export function clocksByName(described: ReadonlyMap<string, ICAL.Component>, usual: string) {
  const found = new Map<string, Clocks>()
  function find(tzid: string): Clocks {
    const name = plainTzid(tzid)
    const description = described.get(name.toLowerCase())
    // libical adds the IANA name of a zone that has another name.
    const located = String(description?.getFirstPropertyValue("x-lic-location") ?? "")
    const zone = ianaZone(name) ?? windowsZone(name) ?? labelZone(name) ?? ianaZone(located)
    try {
      const clocks = description && describedClocks(description, zone, usual)
      if (clocks) return clocks
    } catch {
      // The description is damaged.
    }
    if (zone) return zone === "UTC" ? utcClocks(usual) : clocksOf(zone)
    return offsetClocks(name, usual) ?? { ...clocksOf(usual), unknown: name }
  }
  return (tzid: string): Clocks => {
    const clocks = found.get(tzid) ?? find(tzid)
    found.set(tzid, clocks)
    return clocks
  }
}
