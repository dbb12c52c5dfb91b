/** Parses iCalendar text (RFC 5545) line by line, so that a damaged line affects at most its own entry. */
import ICAL from "ical.js"
import { cleanTzid } from "./zones.ts"

/** A property in the form of jCal, with unescaped values. */
export interface Property {
  name: string
  params: Record<string, string | string[]>
  values: string[]
}

export interface Entry {
  properties: Property[]
  /** Names of properties whose lines could not be parsed. */
  damaged: string[]
}

export interface Calendar {
  properties: Property[]
  /** VTIMEZONE components, by TZID in lower case. */
  zones: Map<string, ICAL.Component>
  entries: Entry[]
  /** Number of entries without END:VEVENT. */
  unfinished: number
  /** Whether the calendar ends with END:VCALENDAR. */
  isFinished: boolean
}

/** Options with which ical.js decodes only texts. It would throw for many dates and lengths that this importer reads. */
const TEXT_ONLY = {
  ...ICAL.design.icalendar,
  value: { text: ICAL.design.icalendar.value["text"] },
}

type JcalProperty = [string, Record<string, string | string[]>, string, ...unknown[]]

/** Decodes a quoted-printable value, such as `J=C3=B5ulud`. */
function decodeQuoted(value: string, charset: string): string {
  const escaped = encodeURIComponent(value).replace(/%3D([\dA-F]{2})/gi, "%$1")
  const bytes = escaped
    .match(/%[\dA-F]{2}|[^%]/gi)
    ?.map((part) => (part.length > 1 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)))
  return new TextDecoder(charset).decode(Uint8Array.from(bytes ?? []))
}

/** Matches a TZID with colons that is not quoted as required: `TZID=UTC+01:00`, `TZID=tzone://Microsoft/Utc`. */
const UNQUOTED = /^([\w-]+(?:;VALUE=[\w-]+)?;TZID=)([^";]{0,200}:[^";]{0,200})(?=:\d{8})/i

function parseLine(line: string): Property {
  const quoted = line.replace(UNQUOTED, '$1"$2"')
  const [name, params, type, ...values]: JcalProperty = ICAL.parse.property(quoted, TEXT_ONLY)
  const isQuoted = String(params["encoding"]).toUpperCase() === "QUOTED-PRINTABLE"
  const charset = String(params["charset"] ?? "utf-8")
  return {
    name,
    // ical.js removes the parameter VALUE.
    params: { ...params, value: type },
    values: values
      .flat()
      .map((value) => (isQuoted ? decodeQuoted(String(value), charset) : String(value))),
  }
}

interface OpenComponent {
  name: string
  lines: string[]
  children: OpenComponent[]
}

/** Parses the lines of a component. Returns its properties, and the property names of lines that cannot be parsed. */
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

/** Matches an offset with a colon, which iCalendar does not allow. */
const OFFSET_WITH_COLON = /^(TZOFFSET(?:FROM|TO):[+-]\d\d):(\d\d)/i

/** Converts the VTIMEZONE component of a calendar to jCal. Skips lines that cannot be parsed. */
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

/** Matches quoted-printable properties of vCalendar 1.0. A line of such a property that ends with `=` is continued. */
const QUOTED_PRINTABLE = /^[^:]*;ENCODING=QUOTED-PRINTABLE/i

/** Splits a text into content lines. Joins folded lines, and skips empty lines. */
function contentLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/(?:\r\n?|\n)[ \t]/g, "").split(/\r\n?|\n/)) {
    const last = lines.at(-1)
    if (last?.endsWith("=") && QUOTED_PRINTABLE.test(last)) {
      lines[lines.length - 1] = last.slice(0, -1) + line
    } else if (line.trim() !== "") lines.push(line.trimStart())
  }
  return lines
}

/** Returns a property's value as text. Empty if the property is missing. */
export function getText(properties: Property[], name: string): string {
  const property = properties.find((property) => property.name === name)
  return property?.values.join(",") ?? ""
}

const EMPTY_CALENDAR = { properties: [], unfinished: 0, isFinished: false }

/** Parses all calendars in a text. The list is empty if the text contains no calendar. */
export function parseCalendars(text: string): Calendar[] {
  const calendars: Calendar[] = []
  let calendar: (Calendar & { lines: string[] }) | undefined
  /** Stack of open components. A line belongs to the last of them. */
  let open: OpenComponent[] = []

  function close(component: OpenComponent): void {
    if (!calendar) return
    if (component.name === "vevent") calendar.entries.push(parseLines(component.lines))
    if (component.name === "vtimezone") {
      const zone = new ICAL.Component(toJcal(component))
      const tzid = cleanTzid(String(zone.getFirstPropertyValue("tzid") ?? ""))
      calendar.zones.set(tzid.toLowerCase(), zone)
    }
  }

  /** Drops the open components, because their END line is missing. */
  function abandon(): void {
    if (calendar && open[0]?.name === "vevent") calendar.unfinished += 1
    open = []
  }

  function finish(): void {
    abandon()
    if (calendar) calendar.properties = parseLines(calendar.lines).properties
    calendar = undefined
  }

  for (const line of contentLines(text)) {
    const [, verb = "", value = ""] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    const name = value.toLowerCase()
    if (name === "vcalendar") {
      const isBegin = verb.toUpperCase() === "BEGIN"
      if (calendar && !isBegin) calendar.isFinished = true
      finish()
      if (isBegin) {
        calendar = { ...EMPTY_CALENDAR, zones: new Map(), entries: [], lines: [] }
        calendars.push(calendar)
      }
    } else if (!calendar) {
      // Skips text outside of a calendar, for example the text of an email.
    } else if (verb.toUpperCase() === "BEGIN") {
      if (name === "vevent" || name === "vtimezone") abandon()
      const component: OpenComponent = { name, lines: [], children: [] }
      open.at(-1)?.children.push(component)
      open.push(component)
    } else if (verb.toUpperCase() === "END") {
      const index = open.findLastIndex((component) => component.name === name)
      const [component] = index === -1 ? [] : open.splice(index)
      if (component && index === 0) close(component)
    } else (open.at(-1) ?? calendar).lines.push(line)
  }
  finish()
  return calendars
}
