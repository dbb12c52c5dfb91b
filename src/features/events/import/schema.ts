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
  /** Maximum size of a calendar in bytes. Years of events without pictures fit. */
  bytes: 500_000,
  /** Maximum number of events in one import. A person can check this many. */
  events: 100,
  /** Maximum length of a UID in characters. The database checks the same limit. */
  uid: 300,
}

/** Replaces `webcal:` and `http:` with `https:`. Calendar programs use `webcal:` in links to calendars. */
const asHttps = (text: string) => withScheme(text.replace(/^(webcals?|http):/i, "https:"))

/** Source of an import: the text of a file, or a URL that the server reads. */
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

export const importedEvent = z.object(importedFields).check(...timeChecks)

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

/** A field of an imported event that the calendar has changed since the last import. */
export type ImportChange = (typeof IMPORT_CHANGES)[number]

export interface FoundEvent extends ReadEvent {
  /** Null for a new event. Empty for an unchanged event. */
  changes: ImportChange[] | null
}

export interface FoundEvents {
  /** New and changed events. Unchanged events follow if the limit of an import is not reached. */
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

/** The events that a member chose to import, with values that apply to all of them. */
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
