/** Parses iCalendar text (RFC 5545) line by line, so that a damaged line affects only its own entry. */
import ICAL from "ical.js"
import { cleanTzid } from "./zones.ts"

export interface Property {
  name: string
  params: Record<string, string | string[]>
  values: string[]
}

export interface Entry {
  properties: Property[]
  damaged: string[]
}

export interface Calendar {
  properties: Property[]
  /** Parsed VTIMEZONE components, by TZID in lower case. */
  zones: Map<string, ICAL.Component>
  entries: Entry[]
  unfinished: number
  isFinished: boolean
}

/** ical.js decodes only texts. It throws for many dates and lengths that this importer reads. */
const TEXT_ONLY = {
  ...ICAL.design.icalendar,
  value: { text: ICAL.design.icalendar.value["text"] },
}

type JcalProperty = [string, Record<string, string | string[]>, string, ...unknown[]]

function decodeQuoted(value: string, charset: string): string {
  const escaped = encodeURIComponent(value).replace(/%3D([\dA-F]{2})/gi, "%$1")
  const bytes = escaped
    .match(/%[\dA-F]{2}|[^%]/gi)
    ?.map((part) => (part.length > 1 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)))
  return new TextDecoder(charset).decode(Uint8Array.from(bytes ?? []))
}

/** TZIDs with colons that lack quotes: `TZID=UTC+01:00`, `TZID=tzone://Microsoft/Utc`. */
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

/** iCalendar does not allow a colon in an offset. */
const OFFSET_WITH_COLON = /^(TZOFFSET(?:FROM|TO):[+-]\d\d):(\d\d)/i

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

/** In vCalendar 1.0, a line of such a property is continued if it ends with `=`. */
const QUOTED_PRINTABLE = /^[^:]*;ENCODING=QUOTED-PRINTABLE/i

function splitIntoLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/(?:\r\n?|\n)[ \t]/g, "").split(/\r\n?|\n/)) {
    const last = lines.at(-1)
    if (last?.endsWith("=") && QUOTED_PRINTABLE.test(last)) {
      lines[lines.length - 1] = last.slice(0, -1) + line
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
  /** A line belongs to the last open component. */
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

  function abandon(): void {
    if (calendar && open[0]?.name === "vevent") calendar.unfinished += 1
    open = []
  }

  function finish(): void {
    abandon()
    if (calendar) calendar.properties = parseLines(calendar.lines).properties
    calendar = undefined
  }

  for (const line of splitIntoLines(text)) {
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
