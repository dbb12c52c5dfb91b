/**
 * Reads the events of a calendar. A malicious calendar can take very long, so this code runs in a child process with
 * limits (`netlify/lib/child/texts.ts`).
 */
import { createHash } from "node:crypto"
import { EVENT_LIMITS } from "../schema.ts"
import { type Calendar, type Entry, getText, parseCalendars } from "./content.ts"
import { createReader, hasReadableDates } from "./entries.ts"
import { getOccurrenceSuffix, type Length, type Point } from "./points.ts"
import { type FoundEvents, IMPORT_LIMITS, type ImportedEvent, type ReadEvent } from "./schema.ts"
import { cleanPlainText } from "./texts.ts"

export type CalendarEvents = Omit<FoundEvents, "events"> & { events: ReadEvent[] }

/** Digests of the events that earlier imports have stored, by UID. */
export type KnownDigests = Readonly<Record<string, string>>

/**
 * Returns a hash of an event, to recognize unchanged events. `getImportedDigests()` in db/queries/imports.ts computes
 * the same hash.
 */
export const computeDigest = (event: ImportedEvent): string =>
  createHash("md5")
    .update(
      [
        event.title,
        event.description ?? "",
        event.start_date,
        event.end_date,
        event.time_zone,
        event.is_all_day,
        event.location ?? "",
        event.is_cancelled,
      ].join("\n"),
    )
    .digest("hex")

interface DatedEntry {
  entry: Entry
  reader: ReturnType<typeof createReader>
  start: Point
}

/** One date of an entry, which becomes an event. */
interface Occurrence extends DatedEntry {
  uid: string
  length: Length
  /** The entry's UID without a date. Missing for dates of a repeating entry and for changed dates. */
  plainUid?: string
}

const getSequence = ({ properties }: Entry): number => Number(getText(properties, "sequence")) || 0

const getTitle = ({ entry: { properties } }: DatedEntry): string =>
  cleanPlainText(getText(properties, "summary"), EVENT_LIMITS.title)

/** Returns the UID of an entry, or its start and title if it has no UID. */
const getUid = (dated: DatedEntry): string =>
  getText(dated.entry.properties, "uid").trim() ||
  `${getOccurrenceSuffix(dated.start)} ${getTitle(dated)}`

/**
 * Returns a function that creates the suffix of an entry in its UID `<uid> <date><suffix>`: the title if entries of the
 * group differ only in their titles, otherwise an empty string. Returns undefined for a group with a single date, whose
 * UID needs neither date nor suffix.
 */
function createSuffixGetter({
  mainEntries,
  changedEntries,
}: Group): ((dated: DatedEntry) => string) | undefined {
  const getVersionKey = ({ entry, start }: DatedEntry) =>
    `${getOccurrenceSuffix(start)} ${getSequence(entry)}`
  const titlesByVersion = new Map<string, Set<string>>()
  for (const dated of mainEntries) {
    const version = getVersionKey(dated)
    titlesByVersion.set(version, (titlesByVersion.get(version) ?? new Set()).add(getTitle(dated)))
  }
  const starts = new Set(mainEntries.map(({ start }) => getOccurrenceSuffix(start)))
  const isAmbiguous = (dated: DatedEntry) =>
    (titlesByVersion.get(getVersionKey(dated))?.size ?? 0) > 1
  const isOneDate = starts.size <= 1 && changedEntries.length === 0
  if (isOneDate && !mainEntries.some(isAmbiguous)) return undefined
  return (dated) => (isAmbiguous(dated) ? ` ${getTitle(dated)}` : "")
}

/** Entries with the same UID. */
interface Group {
  /** Entries without a RECURRENCE-ID: single events and repeating entries. */
  mainEntries: DatedEntry[]
  /** Entries with a RECURRENCE-ID, which replace one date of a repeating entry. */
  changedEntries: DatedEntry[]
}

/** Adds the entries of a calendar to the groups. Returns the number of entries without a readable date. */
function groupByUid(groups: Map<string, Group>, calendar: Calendar): number {
  const reader = createReader(calendar)
  let undatedCount = 0
  for (const entry of calendar.entries) {
    try {
      const replacedDate = reader.readPoint(entry, "recurrence-id")
      const start = reader.readPoint(entry, "dtstart") ?? replacedDate
      if (!start || !hasReadableDates(entry)) throw new Error("The entry has no readable date.")
      const dated = { entry, reader, start }
      const uid = getUid(dated)
      const group = groups.get(uid) ?? { mainEntries: [], changedEntries: [] }
      group[replacedDate ? "changedEntries" : "mainEntries"].push(dated)
      groups.set(uid, group)
    } catch {
      undatedCount += 1
    }
  }
  return undatedCount
}

/** Returns the date that a changed entry replaces, in the time zone of the repeating entry (`mainEntry`). */
function findReplacedDate(
  { entry, reader, start }: DatedEntry,
  mainEntry: DatedEntry | undefined,
): Point {
  const date = reader.readPoint(entry, "recurrence-id", mainEntry?.start.clocks) ?? start
  return mainEntry ? reader.matchStart(mainEntry.start, date) : date
}

/** Returns whether an entry has a last date. A repeat rule without COUNT and UNTIL has none. */
const hasEnd = ({ properties }: Entry): boolean =>
  properties.every(
    ({ name, values }) => name !== "rrule" || /(?:COUNT|UNTIL)\s*=/i.test(values.join()),
  )

/**
 * Returns the newest version of each date, the unusable entries, the number of outdated versions, and the number of
 * entries whose dates are all in the past.
 */
function listOccurrences(groups: Map<string, Group>, now: number, knownDigests: KnownDigests) {
  const occurrences = new Map<string, Occurrence>()
  const unusable = new Set<Entry>()
  const outdated = new Set<Entry>()
  let endedCount = 0
  function addIfNewest(dates: Map<string, Occurrence>, occurrence: Occurrence): void {
    const other = dates.get(occurrence.uid)
    const isNewer = !other || getSequence(occurrence.entry) >= getSequence(other.entry)
    if (other) outdated.add((isNewer ? other : occurrence).entry)
    if (isNewer) dates.set(occurrence.uid, occurrence)
  }
  for (const [uid, group] of groups) {
    const { mainEntries, changedEntries } = group
    const getSuffix = createSuffixGetter(group)
    for (const dated of mainEntries) {
      const { entry, reader, start } = dated
      try {
        const length = reader.getLength(entry, start)
        const isRepeating = entry.properties.some(({ name }) => ["rrule", "rdate"].includes(name))
        const dates = reader.listDates(entry, start, length, now)
        if (dates.length === 0 && hasEnd(entry)) endedCount += 1
        for (const date of dates) {
          const dateUid = `${uid} ${getOccurrenceSuffix(date)}${getSuffix?.(dated) ?? ""}`
          // A single event keeps the UID of its entry, unless an earlier import has stored the event under the UID with
          // the date.
          const hasPlainUid = !isRepeating && !getSuffix && knownDigests[dateUid] === undefined
          addIfNewest(occurrences, {
            ...dated,
            ...(!isRepeating && { plainUid: uid }),
            start: date,
            length,
            uid: hasPlainUid ? uid : dateUid,
          })
        }
      } catch {
        unusable.add(entry)
      }
    }
    const changedDates = new Map<string, Occurrence>()
    for (const dated of changedEntries) {
      const { entry, reader } = dated
      try {
        const date = findReplacedDate(dated, mainEntries[0])
        const start = getText(entry.properties, "dtstart") ? dated.start : date
        const length = reader.getLength(entry, start)
        addIfNewest(changedDates, {
          ...dated,
          start,
          length,
          uid: `${uid} ${getOccurrenceSuffix(date)}`,
        })
      } catch {
        unusable.add(entry)
      }
    }
    for (const [dateUid, occurrence] of changedDates) occurrences.set(dateUid, occurrence)
  }
  return {
    occurrences: [...occurrences.values()],
    unusable,
    outdatedCount: outdated.size,
    endedCount,
  }
}

/**
 * Returns the events of a calendar that are not over, earliest first, and the numbers of unchanged and left-out
 * entries. Returns null for a text that is not a calendar. If there are too many events, new canceled events are
 * dropped first, then unchanged events.
 */
export function readCalendar(
  text: string,
  now = Date.now(),
  knownDigests: KnownDigests = {},
): CalendarEvents | null {
  const calendars = parseCalendars(text)
  if (!calendars.some(({ isFinished, entries }) => isFinished || entries.length > 0)) return null
  const groups = new Map<string, Group>()
  let unreadableCount = 0
  for (const calendar of calendars) {
    unreadableCount += calendar.unfinished + groupByUid(groups, calendar)
  }
  const { occurrences, unusable, outdatedCount, endedCount } = listOccurrences(
    groups,
    now,
    knownDigests,
  )
  const isUnchanged = (uid: string | undefined, event: ReadEvent) =>
    uid !== undefined &&
    knownDigests[uid] !== undefined &&
    knownDigests[uid] === computeDigest(event)
  let pastCount = endedCount
  const newOrChanged: ReadEvent[] = []
  const unchanged: ReadEvent[] = []
  const newCanceled: ReadEvent[] = []
  for (const occurrence of occurrences) {
    const { entry, reader, start, length, plainUid } = occurrence
    try {
      const end = reader.getEnd(start, length)
      if (Date.parse(end) <= now) {
        pastCount += 1
        continue
      }
      const event = reader.createEvent(entry, occurrence.uid, start, end)
      if (!event) {
        unusable.add(entry)
        continue
      }
      // An earlier import has stored the event under the UID without a date if the calendar had only one entry with
      // this UID.
      const uid = [plainUid, event.uid].find((knownUid) => isUnchanged(knownUid, event))
      if (uid) unchanged.push({ ...event, uid })
      else if (event.is_cancelled && knownDigests[event.uid] === undefined) newCanceled.push(event)
      else newOrChanged.push(event)
    } catch {
      unusable.add(entry)
    }
  }
  const sortByStart = (events: ReadEvent[]) =>
    events.sort((a, b) => a.start_date.localeCompare(b.start_date))
  const imported = [...sortByStart(newOrChanged), ...unchanged, ...newCanceled].slice(
    0,
    IMPORT_LIMITS.events,
  )
  return {
    events: sortByStart(imported),
    same: unchanged.length,
    past: pastCount,
    more: Math.max(0, newOrChanged.length - IMPORT_LIMITS.events),
    repeated: outdatedCount,
    unusable: unreadableCount + unusable.size,
  }
}
