/** A malicious calendar can take very long, so a child process with limits runs this (`netlify/lib/child/texts.ts`). */
import { createHash } from "node:crypto"
import { EVENT_LIMITS } from "../schema.ts"
import { type Calendar, type Entry, getText, parseCalendars } from "./content.ts"
import { createReader, hasReadableDates } from "./entries.ts"
import { getOccurrenceSuffix, type Length, type Point } from "./points.ts"
import { type FoundEvents, IMPORT_LIMITS, type ImportedEvent, type ReadEvent } from "./schema.ts"
import { cleanLine } from "./texts.ts"

export type CalendarEvents = Omit<FoundEvents, "events"> & { events: ReadEvent[] }

export type KnownDigests = Readonly<Record<string, string>>

/** The SQL in `getImportedDigests()` (db/queries/imports.ts) must compute the same. */
export const computeDigest = (event: ImportedEvent): string =>
  createHash("md5")
    .update(
      [
        ...[event.title, event.description ?? "", event.start_date, event.end_date],
        ...[event.time_zone, event.is_all_day, event.location ?? "", event.is_cancelled],
      ].join("\n"),
    )
    .digest("hex")

interface DatedEntry {
  entry: Entry
  reader: ReturnType<typeof createReader>
  start: Point
}

interface Occurrence extends DatedEntry {
  uid: string
  length: Length
  /** The UID without a date. Absent for a repeating entry. */
  sharedUid?: string
}

const getSequence = ({ properties }: Entry): number => Number(getText(properties, "sequence")) || 0

const getTitle = ({ entry: { properties } }: DatedEntry): string =>
  cleanLine(getText(properties, "summary"), EVENT_LIMITS.title)

/** Returns the start and title of an entry without a UID. */
const getUid = (dated: DatedEntry): string =>
  getText(dated.entry.properties, "uid").trim() ||
  `${getOccurrenceSuffix(dated.start)} ${getTitle(dated)}`

/** Makes shared UIDs unique: by title if only titles differ. Undefined for a single event. */
function createUidSuffixes({
  masters,
  changed,
}: Group): ((dated: DatedEntry) => string) | undefined {
  const getVersion = ({ entry, start }: DatedEntry) =>
    `${getOccurrenceSuffix(start)} ${getSequence(entry)}`
  const titles = new Map<string, Set<string>>()
  for (const dated of masters) {
    const version = getVersion(dated)
    titles.set(version, (titles.get(version) ?? new Set()).add(getTitle(dated)))
  }
  const starts = new Set(masters.map(({ start }) => getOccurrenceSuffix(start)))
  const isAmbiguous = (dated: DatedEntry) => (titles.get(getVersion(dated))?.size ?? 0) > 1
  if (starts.size <= 1 && changed.length === 0 && !masters.some(isAmbiguous)) return undefined
  return (dated) => (isAmbiguous(dated) ? ` ${getTitle(dated)}` : "")
}

interface Group {
  /** Entries without a RECURRENCE-ID. Repeat rules count from their start. */
  masters: DatedEntry[]
  /** Entries with a RECURRENCE-ID replace one date of a series. */
  changed: DatedEntry[]
}

function groupByUid(groups: Map<string, Group>, calendar: Calendar): number {
  const reader = createReader(calendar)
  let undated = 0
  for (const entry of calendar.entries) {
    try {
      const date = reader.readPoint(entry, "recurrence-id")
      const start = reader.readPoint(entry, "dtstart") ?? date
      if (!start || !hasReadableDates(entry)) throw new Error("No date")
      const dated = { entry, reader, start }
      const uid = getUid(dated)
      const group = groups.get(uid) ?? { masters: [], changed: [] }
      group[date ? "changed" : "masters"].push(dated)
      groups.set(uid, group)
    } catch {
      undated += 1
    }
  }
  return undated
}

function findReplacedDate(
  { entry, reader, start }: DatedEntry,
  master: DatedEntry | undefined,
): Point {
  const date = reader.readPoint(entry, "recurrence-id", master?.start.clocks) ?? start
  return master ? reader.matchStart(master.start, date) : date
}

const hasEnd = ({ properties }: Entry): boolean =>
  properties.every(
    ({ name, values }) => name !== "rrule" || /(?:COUNT|UNTIL)\s*=/i.test(values.join()),
  )

/** Returns each date in its newest version, and the numbers for the import dialog. */
function listOccurrences(groups: Map<string, Group>, now: number, knownDigests: KnownDigests) {
  const occurrences = new Map<string, Occurrence>()
  const unusable = new Set<Entry>()
  const repeated = new Set<Entry>()
  let over = 0
  function add(dates: Map<string, Occurrence>, occurrence: Occurrence): void {
    const other = dates.get(occurrence.uid)
    const isNewer = !other || getSequence(occurrence.entry) >= getSequence(other.entry)
    if (other) repeated.add((isNewer ? other : occurrence).entry)
    if (isNewer) dates.set(occurrence.uid, occurrence)
  }
  for (const [uid, group] of groups) {
    const { masters, changed } = group
    const getSuffix = createUidSuffixes(group)
    for (const dated of masters) {
      const { entry, reader, start } = dated
      try {
        const length = reader.getLength(entry, start)
        const repeats = entry.properties.some(({ name }) => name === "rrule" || name === "rdate")
        const dates = reader.listDates(entry, start, length, now)
        if (dates.length === 0 && hasEnd(entry)) over += 1
        for (const date of dates) {
          const dateUid = `${uid} ${getOccurrenceSuffix(date)}${getSuffix?.(dated) ?? ""}`
          const keepsPlainUid = !repeats && !getSuffix && knownDigests[dateUid] === undefined
          const shared = repeats ? {} : { sharedUid: uid }
          add(occurrences, {
            ...dated,
            ...shared,
            start: date,
            length,
            uid: keepsPlainUid ? uid : dateUid,
          })
        }
      } catch {
        unusable.add(entry)
      }
    }
    const changedDates = new Map<string, Occurrence>()
    for (const dated of changed) {
      const { entry, reader } = dated
      try {
        const date = findReplacedDate(dated, masters[0])
        const start = getText(entry.properties, "dtstart") ? dated.start : date
        const length = reader.getLength(entry, start)
        add(changedDates, { ...dated, start, length, uid: `${uid} ${getOccurrenceSuffix(date)}` })
      } catch {
        unusable.add(entry)
      }
    }
    for (const [uid, occurrence] of changedDates) occurrences.set(uid, occurrence)
  }
  return { occurrences: [...occurrences.values()], unusable, repeated: repeated.size, over }
}

/** Returns the events that are not over, earliest first. Null for a text that is not a calendar. */
export function readCalendar(
  text: string,
  now = Date.now(),
  knownDigests: KnownDigests = {},
): CalendarEvents | null {
  const calendars = parseCalendars(text)
  if (!calendars.some(({ isFinished, entries }) => isFinished || entries.length > 0)) return null
  const groups = new Map<string, Group>()
  let unreadable = 0
  for (const calendar of calendars) {
    unreadable += calendar.unfinished + groupByUid(groups, calendar)
  }
  const { occurrences, unusable, repeated, over } = listOccurrences(groups, now, knownDigests)
  const isSame = (uid: string | undefined, event: ReadEvent) =>
    uid !== undefined &&
    knownDigests[uid] !== undefined &&
    knownDigests[uid] === computeDigest(event)
  let past = over
  const newOrChanged: ReadEvent[] = []
  const unchanged: ReadEvent[] = []
  /** These events are dropped first if there are too many. */
  const newCanceled: ReadEvent[] = []
  for (const occurrence of occurrences) {
    const { entry, reader, start, length, sharedUid } = occurrence
    try {
      const end = reader.getEnd(start, length)
      if (Date.parse(end) <= now) {
        past += 1
        continue
      }
      const event = reader.createEvent(entry, occurrence.uid, start, end)
      if (!event) {
        unusable.add(entry)
        continue
      }
      // An earlier import stored the UID without a date if it was unique.
      const uid = [sharedUid, event.uid].find((name) => isSame(name, event))
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
    past,
    more: Math.max(0, newOrChanged.length - IMPORT_LIMITS.events),
    repeated,
    unusable: unreadable + unusable.size,
  }
}
