/** Schemas of calendar imports, for the forms and the functions. */
import * as z from "zod/mini"
import {
  country,
  optionalLine,
  optionalUrl,
  requiredLine,
  uuid,
  withScheme,
} from "../../../schema/fields.ts"
import { language } from "../../../schema/translations.ts"
import { eventOffer, eventTexts, eventTimes, timeChecks, timeZone } from "../form.ts"
import { EVENT_LIMITS, eventType } from "../schema.ts"

export const IMPORT_LIMITS = {
  /** Maximum size of a calendar in bytes: enough for years of events without pictures. */
  bytes: 500_000,
  /** Maximum number of events in one import: as many as a person can review. */
  events: 100,
  /** Maximum length of a UID in characters; the database checks the same limit. */
  uid: 300,
}

/** Replaces `webcal:` and `http:` with `https:`. Calendar programs link to calendars with `webcal:`. */
const asHttps = (text: string) => withScheme(text.replace(/^(webcals?|http):/i, "https:"))

/** The source of an import: the text of a file, or a URL that the server reads. */
export const importSource = z.object({
  team_id: uuid("required"),
  text: z.nullable(
    z.string("invalid").check(z.maxLength(IMPORT_LIMITS.bytes, "calendar_too_large")),
  ),
  address: optionalUrl(2000, asHttps),
})

export const importedFields = {
  uid: requiredLine(IMPORT_LIMITS.uid),
  title: eventTexts.title,
  description: eventTexts.description,
  ...eventTimes,
  time_zone: timeZone,
  is_all_day: z.boolean(),
  location: optionalLine(EVENT_LIMITS.location),
  registration_url: eventOffer.registration_url,
  is_cancelled: z.boolean(),
}

/** One date of an entry, converted to an event of the site. */
export const importedEvent = z.object(importedFields).check(...timeChecks)

/** An event that was read from a calendar. */
export const readEvent = z.object({ ...importedFields, unknown_zone: z.optional(z.string()) })

export type ReadEvent = z.infer<typeof readEvent>

export type ImportedEvent = z.infer<typeof importedEvent>

export const IMPORT_CHANGES = [
  "title",
  "time",
  "location",
  "description",
  "cancelled",
  "revived",
] as const

/** A change that an import would make to an event that was imported earlier. */
export type ImportChange = (typeof IMPORT_CHANGES)[number]

export interface FoundEvent extends ReadEvent {
  /** Null for a new event; empty for an unchanged one. */
  changes: ImportChange[] | null
}

/** The content of a calendar. */
export interface FoundEvents {
  /** New and changed events, and unchanged events if the limit of an import leaves room. */
  events: FoundEvent[]
  /** Number of unchanged events that were imported earlier. */
  same: number
  /** Number of events that are over. */
  past: number
  /** Number of new and changed events that do not fit into one import. */
  more: number
  /** Number of outdated versions of entries in the calendar. */
  repeated: number
  /** Number of entries whose title, date or repeat rule is missing or damaged. */
  unusable: number
}

/** The chosen events, with the values that apply to all of them. */
export const chosenEvents = z.object({
  team_id: uuid("required"),
  event_type: eventType,
  country,
  language,
  events: z.array(importedEvent).check(
    z.minLength(1, "required"),
    z.maxLength(IMPORT_LIMITS.events, "invalid"),
    z.refine((all) => new Set(all.map(({ uid }) => uid)).size === all.length, "invalid"),
  ),
})

export type ChosenEvents = z.infer<typeof chosenEvents>
