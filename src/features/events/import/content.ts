/**
 * Parses the text of a calendar (iCalendar, RFC 5545) line by line, so that a damaged line affects only its own entry.
 * Components are enclosed in BEGIN and END lines: VCALENDAR contains entries (VEVENT) and time zones (VTIMEZONE).
 */
import ICAL from "ical.js"
import { cleanTzid } from "./zones.ts"

/** A line of a calendar or of an entry. `name` is in lower case. */
export interface Property {
  name: string
  params: Record<string, string | string[]>
  values: string[]
}

export interface Entry {
  properties: Property[]
  /** Names of properties whose lines cannot be parsed. */
  damaged: string[]
}

export interface Calendar {
  properties: Property[]
  /** Parsed VTIMEZONE components, by TZID in lower case. */
  zones: Map<string, ICAL.Component>
  entries: Entry[]
  /** Number of entries without an END line. */
  unfinished: number
  isFinished: boolean
}

/**
 * Settings with which ical.js decodes only texts. It throws errors for many dates and durations that points.ts can
 * read.
 */
const DECODE_ONLY_TEXTS = {
  ...ICAL.design.icalendar,
  value: { text: ICAL.design.icalendar.value["text"] },
}

/** A property in the format of ical.js: name, parameters, type and values. */
type JcalProperty = [string, Record<string, string | string[]>, string, ...unknown[]]

/** Decodes quoted-printable text, in which `=C3` is a byte. */
function decodeQuotedPrintable(value: string, charset: string): string {
  const escaped = encodeURIComponent(value).replace(/%3D([\dA-F]{2})/gi, "%$1")
  const bytes = escaped
    .match(/%[\dA-F]{2}|[^%]/gi)
    ?.map((part) => (part.length > 1 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)))
  return new TextDecoder(charset).decode(Uint8Array.from(bytes ?? []))
}

/** Matches TZIDs with colons that lack the required quotes: `TZID=UTC+01:00`, `TZID=tzone://Microsoft/Utc`. */
const UNQUOTED_TZID = /^([\w-]+(?:;VALUE=[\w-]+)?;TZID=)([^";]{0,200}:[^";]{0,200})(?=:\d{8})/i

function parseLine(line: string): Property {
  const quotedLine = line.replace(UNQUOTED_TZID, '$1"$2"')
  const [name, params, type, ...values]: JcalProperty = ICAL.parse.property(
    quotedLine,
    DECODE_ONLY_TEXTS,
  )
  const isQuotedPrintable = String(params["encoding"]).toUpperCase() === "QUOTED-PRINTABLE"
  const charset = String(params["charset"] ?? "utf-8")
  return {
    name,
    // ical.js removes the parameter VALUE and returns it as the type.
    params: { ...params, value: type },
    values: values
      .flat()
      .map((value) =>
        isQuotedPrintable ? decodeQuotedPrintable(String(value), charset) : String(value),
      ),
  }
}

/** A component whose END line has not been read. */
interface OpenComponent {
  name: string
  lines: string[]
  children: OpenComponent[]
}

function parseLines(lines: string[]) {
  const properties: Property[] = []
  const damaged: string[] = []
  for (const line of lines) {
    try {
      properties.push(parseLine(line))
    } catch {
      damaged.push(/^[\w-]*/.exec(line)?.[0].toLowerCase() ?? "")
    }
  }
  return { properties, damaged }
}

/** Matches offsets with a colon, which iCalendar does not allow. */
const OFFSET_WITH_COLON = /^(TZOFFSET(?:FROM|TO):[+-]\d\d):(\d\d)/i

/** Converts a component to the format of ical.js. Drops lines that cannot be parsed. */
function toJcal({ name, lines, children }: OpenComponent): unknown[] {
  const properties = lines.flatMap((line) => {
    try {
      return [ICAL.parse.property(line.replace(OFFSET_WITH_COLON, "$1$2"))]
    } catch {
      return []
    }
  })
  return [name, properties, children.map(toJcal)]
}

/** Matches quoted-printable properties of vCalendar 1.0. Their lines are continued if they end with `=`. */
const QUOTED_PRINTABLE = /^[^:]*;ENCODING=QUOTED-PRINTABLE/i

function splitIntoLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/(?:\r\n?|\n)[ \t]/g, "").split(/\r\n?|\n/)) {
    const lastLine = lines.at(-1)
    if (lastLine?.endsWith("=") && QUOTED_PRINTABLE.test(lastLine)) {
      lines[lines.length - 1] = lastLine.slice(0, -1) + line
    } else if (line.trim() !== "") lines.push(line.trimStart())
  }
  return lines
}

export function getText(properties: Property[], name: string): string {
  const property = properties.find((property) => property.name === name)
  return property?.values.join(",") ?? ""
}

const EMPTY_CALENDAR = { properties: [], unfinished: 0, isFinished: false }

export function parseCalendars(text: string): Calendar[] {
  const calendars: Calendar[] = []
  let calendar: (Calendar & { lines: string[] }) | undefined
  /** The components that enclose the current line, outermost first. The line belongs to the last one. */
  let openComponents: OpenComponent[] = []

  /** Stores an entry or time zone whose END line has been read. */
  function closeComponent(component: OpenComponent): void {
    if (!calendar) return
    if (component.name === "vevent") calendar.entries.push(parseLines(component.lines))
    if (component.name === "vtimezone") {
      const zone = new ICAL.Component(toJcal(component))
      const tzid = cleanTzid(String(zone.getFirstPropertyValue("tzid") ?? ""))
      calendar.zones.set(tzid.toLowerCase(), zone)
    }
  }

  function dropOpenComponents(): void {
    if (calendar && openComponents[0]?.name === "vevent") calendar.unfinished += 1
    openComponents = []
  }

  function finishCalendar(): void {
    dropOpenComponents()
    if (calendar) calendar.properties = parseLines(calendar.lines).properties
    calendar = undefined
  }

  for (const line of splitIntoLines(text)) {
    const [, verb = "", value = ""] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    const name = value.toLowerCase()
    if (name === "vcalendar") {
      const isBegin = verb.toUpperCase() === "BEGIN"
      if (calendar && !isBegin) calendar.isFinished = true
      finishCalendar()
      if (isBegin) {
        calendar = { ...EMPTY_CALENDAR, zones: new Map(), entries: [], lines: [] }
        calendars.push(calendar)
      }
    } else if (!calendar) {
      // Skips text outside of a calendar, for example the text of an email.
    } else if (verb.toUpperCase() === "BEGIN") {
      if (name === "vevent" || name === "vtimezone") dropOpenComponents()
      const component: OpenComponent = { name, lines: [], children: [] }
      openComponents.at(-1)?.children.push(component)
      openComponents.push(component)
    } else if (verb.toUpperCase() === "END") {
      const index = openComponents.findLastIndex((component) => component.name === name)
      const [component] = index === -1 ? [] : openComponents.splice(index)
      if (component && index === 0) closeComponent(component)
    } else (openComponents.at(-1) ?? calendar).lines.push(line)
  }
  finishCalendar()
  return calendars
}
