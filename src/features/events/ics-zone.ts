/** Time zones as iCalendar describes them. */
import { localTime } from "./ics-text.ts"
import { offsetAt, offsetText, type Transition, transitionsIn } from "./zone.ts"

const wallAt = (moment: number, offset: number) =>
  localTime(new Date(moment + offset).toISOString())

/** From `moment` on, clocks are ahead by `to`; before, by `from`. */
function observance({ moment, from, to }: Transition): string[] {
  const kind = to > from ? "DAYLIGHT" : "STANDARD"
  return [
    `BEGIN:${kind}`,
    // The onset is told by the clocks that it ends.
    `DTSTART:${wallAt(moment, from)}`,
    `TZOFFSETFROM:${offsetText(from, "")}`,
    `TZOFFSETTO:${offsetText(to, "")}`,
    `END:${kind}`,
  ]
}

const known = new Map<string, string[]>()

function yearOf(year: number, timeZone: string, isFirst: boolean): string[] {
  const key = `${timeZone} ${year} ${isFirst}`
  const start = Date.UTC(year, 0)
  const offset = offsetAt(start, timeZone)
  const before = isFirst ? [{ moment: start, from: offset, to: offset }] : []
  const lines = known.get(key) ?? [...before, ...transitionsIn(year, timeZone)].flatMap(observance)
  known.set(key, lines)
  return lines
}

/**
 * The zone with each change of its clocks around these moments (ISO), a year before to a year after. Not
 * as a rule that goes on for ever: such rules are politics, and a feed is read again.
 */
export function icsZone(timeZone: string, moments: string[]): string[] {
  const years = new Set(
    moments.flatMap((iso) => {
      const year = new Date(iso).getUTCFullYear()
      return [year - 1, year, year + 1]
    }),
  )
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    // Years far apart are not joined: somebody could add an event of the year 9999.
    ...[...years]
      .sort((a, b) => a - b)
      .flatMap((year) => yearOf(year, timeZone, !years.has(year - 1))),
    "END:VTIMEZONE",
  ]
}
