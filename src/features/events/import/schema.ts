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
import { eventOffer, eventTexts, eventTimes, timeChecks, timeZone } from "../form.ts"
import { EVENT_LIMITS, eventType } from "../schema.ts"

export const IMPORT_LIMITS = {
  /** Maximum size in bytes. Years of events without pictures fit. */
  bytes: 500_000,
  /** Maximum number of events: a person can check this many. */
  events: 100,
  /** Maximum length in characters. The database checks the same limit. */
  uid: 300,
}

/** Links to calendars may begin with `webcal:`. */
const toHttps = (text: string) => addScheme(text.replace(/^(webcals?|http):/i, "https:"))

export const importSource = z.object({
  team_id: uuid("required"),
  text: z.nullable(
    z.string("invalid").check(z.maxLength(IMPORT_LIMITS.bytes, "calendar_too_large")),
  ),
  address: optionalUrl(2000, toHttps),
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

export type ImportChange = (typeof IMPORT_CHANGES)[number]

export interface FoundEvent extends ReadEvent {
  changes: ImportChange[] | null
}

export interface FoundEvents {
  events: FoundEvent[]
  /** Number of unchanged events. */
  same: number
  past: number
  /** Number of events that exceed the limit of an import. */
  more: number
  /** Number of outdated versions of entries. */
  repeated: number
  /** Number of entries whose title, date or repeat rule is missing or damaged. */
  unusable: number
}

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
