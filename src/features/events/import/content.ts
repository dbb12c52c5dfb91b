/** Parses iCalendar text (RFC 5545) entry by entry, so that a damaged line costs at most its own entry. */
import ICAL from "ical.js"
import { plainTzid } from "./zones.ts"

/** A property as jCal has it; values are text as written, without escapes. */
export interface Property {
  name: string
  params: Record<string, string | string[]>
  values: string[]
}

/** A VEVENT. */
export interface Entry {
  properties: Property[]
  /** Names of the lines that could not be parsed. */
  damaged: string[]
}

export interface Calendar {
  properties: Property[]
  /** VTIMEZONE components by their TZID, in lower case. */
  zones: Map<string, ICAL.Component>
  entries: Entry[]
  /** How many entries have no end. */
  unfinished: number
  /** Whether the calendar has an end. */
  isFinished: boolean
}

/** ical.js's properties, with all values but text as written: it throws for many that can be understood. */
const AS_WRITTEN = {
  ...ICAL.design.icalendar,
  value: { text: ICAL.design.icalendar.value["text"] },
}

type JcalProperty = [string, Record<string, string | string[]>, string, ...unknown[]]

/** Returns a quoted-printable value as text: `J=C3=B5ulud`. */
function decodeQuoted(value: string, charset: string): string {
  const escaped = encodeURIComponent(value).replace(/%3D([\dA-F]{2})/gi, "%$1")
  const bytes = escaped
    .match(/%[\dA-F]{2}|[^%]/gi)
    ?.map((part) => (part.length > 1 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)))
  return new TextDecoder(charset).decode(Uint8Array.from(bytes ?? []))
}

/** A TZID with colons that should be in quotes: `TZID=UTC+01:00`, `TZID=tzone://Microsoft/Utc`. */
const UNQUOTED = /^([\w-]+(?:;VALUE=[\w-]+)?;TZID=)([^";]{0,200}:[^";]{0,200})(?=:\d{8})/i

function parseLine(line: string): Property {
  const quoted = line.replace(UNQUOTED, '$1"$2"')
  const [name, params, type, ...values]: JcalProperty = ICAL.parse.property(quoted, AS_WRITTEN)
  const isQuoted = String(params["encoding"]).toUpperCase() === "QUOTED-PRINTABLE"
  const charset = String(params["charset"] ?? "utf-8")
  return {
    name,
    // ical.js takes VALUE out of the parameters.
    params: { ...params, value: type },
    values: values
      .flat()
      .map((value) => (isQuoted ? decodeQuoted(String(value), charset) : String(value))),
  }
}

interface Open {
  name: string
  lines: string[]
  children: Open[]
}

/** Returns the lines of a component that can be parsed, and the names of the others. */
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

/** An offset in the way of ISO 8601. */
const OFFSET_WITH_COLON = /^(TZOFFSET(?:FROM|TO):[+-]\d\d):(\d\d)/i

/** Returns a time zone's component as ical.js has it, without its damaged lines. */
function jcalOf({ name, lines, children }: Open): unknown[] {
  const properties = lines.flatMap((line) => {
    try {
      return [ICAL.parse.property(line.replace(OFFSET_WITH_COLON, "$1$2"))]
    } catch {
      return []
    }
  })
  return [name, properties, children.map(jcalOf)]
}

/** Values whose lines go on after a `=`, in the format before iCalendar. */
const QUOTED_PRINTABLE = /^[^:]*;ENCODING=QUOTED-PRINTABLE/i

/** Returns the content lines of a text: folded ones are joined, empty ones left out. */
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

/** Returns a property's value as text, empty where there is none. */
export function textOf(properties: Property[], name: string): string {
  const property = properties.find((property) => property.name === name)
  return property?.values.join(",") ?? ""
}

const EMPTY = { properties: [], unfinished: 0, isFinished: false }

/** Parses the calendars of a text. Returns an empty list for a text without any. */
export function parseCalendars(text: string): Calendar[] {
  const calendars: Calendar[] = []
  let calendar: (Calendar & { lines: string[] }) | undefined
  /** The component that lines belong to, and those around it. */
  let open: Open[] = []

  function close(component: Open): void {
    if (!calendar) return
    if (component.name === "vevent") calendar.entries.push(parseLines(component.lines))
    if (component.name === "vtimezone") {
      const zone = new ICAL.Component(jcalOf(component))
      const tzid = plainTzid(String(zone.getFirstPropertyValue("tzid") ?? ""))
      calendar.zones.set(tzid.toLowerCase(), zone)
    }
  }

  /** Drops the components that are open: they have no end. */
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
        calendar = { ...EMPTY, zones: new Map(), entries: [], lines: [] }
        calendars.push(calendar)
      }
    } else if (!calendar) {
      // Text around a calendar, as in a mail.
    } else if (verb.toUpperCase() === "BEGIN") {
      if (name === "vevent" || name === "vtimezone") abandon()
      const component: Open = { name, lines: [], children: [] }
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
