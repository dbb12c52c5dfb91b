import * as z from "zod/mini"
import {
  addScheme,
  country,
  optionalLine,
  optionalUrl,
  requiredLine,
  uuid,
} from "../../../schema/fields.ts"
import { language } from "../../../schema/translations.ts"
import { eventParticipation, eventTexts, eventTimes, timeChecks, timeZone } from "../form.ts"
import { EVENT_LIMITS, eventType } from "../schema.ts"

export const IMPORT_LIMITS = {
  /**
   * Maximum size of a calendar in bytes, and of its text in characters. Events of several years fit, but no pictures.
   */
  bytes: 500_000,
  /** Maximum number of events per import, low enough that a member can check each event. */
  events: 100,
  /** Maximum length in characters. The database checks the same limit. */
  uid: 300,
}

/** Changes the scheme of a calendar's URL (`webcal:`, `http:` or none) to `https:`. */
const toHttps = (text: string) => addScheme(text.replace(/^(webcals?|http):/i, "https:"))

/** The calendar to read for a team: its `text`, or its URL in `address`. */
export const importSource = z.object({
  team_id: uuid("required"),
  text: z.nullable(
    z.string("invalid").check(z.maxLength(IMPORT_LIMITS.bytes, "calendar_too_large")),
  ),
  address: optionalUrl(2000, toHttps),
})

/** Schemas of the columns that an import fills. `uid` identifies an event in later imports of the same calendar. */
export const importedFields = {
  uid: requiredLine(IMPORT_LIMITS.uid),
  title: eventTexts.title,
  description: eventTexts.description,
  ...eventTimes,
  time_zone: timeZone,
  is_all_day: z.boolean(),
  location: optionalLine(EVENT_LIMITS.location),
  registration_url: eventParticipation.registration_url,
  is_cancelled: z.boolean(),
}

export const importedEvent = z.object(importedFields).check(...timeChecks)

/**
 * An event that was read from a calendar. If its time zone is unknown, the event has the default time zone, and
 * `unknown_zone` is the calendar's name for the unknown time zone.
 */
export const readEvent = z.object({ ...importedFields, unknown_zone: z.optional(z.string()) })

export type ReadEvent = z.infer<typeof readEvent>

export type ImportedEvent = z.infer<typeof importedEvent>

/** Changes that an import can make to an event of an earlier import. */
export const IMPORT_CHANGES = [
  "title",
  "time",
  "location",
  "description",
  "cancelled",
  "revived",
] as const

export type ImportChange = (typeof IMPORT_CHANGES)[number]

export interface FoundEvent extends ReadEvent {
  /** Changes since an earlier import. Null for a new event, and an empty array for an unchanged event. */
  changes: ImportChange[] | null
}

/** Events of a calendar that the member can import, and numbers of entries that are left out. */
export interface FoundEvents {
  events: FoundEvent[]
  /** Number of events that are unchanged since an earlier import. */
  same: number
  /** Number of events that are over. A repeating entry that is over counts as one. */
  past: number
  /** Number of new or changed events that exceed the limit of an import. */
  more: number
  /** Number of entries of which the calendar also contains a newer version. */
  repeated: number
  /** Number of incomplete entries, and of entries whose title, date or repeat rule is missing or damaged. */
  unusable: number
}

/** The events that the member has chosen. All of them get the team, type, country and language. */
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
