/** Events out of somebody's calendar, as the form sends them and the functions read them. */
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
import { eventOffer, eventTexts, eventTimes, timesFit, timeZone } from "../form.ts"
import { EVENT_LIMITS, eventType } from "../schema.ts"

export const IMPORT_LIMITS = {
  /** A calendar's bytes: years of events without pictures. */
  bytes: 500_000,
  /** How many events are taken over at once: as many as one looks through. */
  events: 100,
  /** Of an entry's UID, in characters; the table has the same. */
  uid: 300,
}

/** `webcal:` is how calendars write `https:` for other calendars. */
const asHttps = (text: string) => withScheme(text.replace(/^(webcals?|http):/i, "https:"))

/** Where the events come from: the text of a file, or an address that the server reads. */
export const importSource = z.object({
  team_id: uuid("required"),
  text: z.nullable(
    z.string("invalid").check(z.maxLength(IMPORT_LIMITS.bytes, "calendar_too_large")),
  ),
  address: optionalUrl(2000, asHttps),
})

/** An entry, as an event of ours would be. */
export const importedEvent = z
  .object({
    uid: requiredLine(IMPORT_LIMITS.uid),
    title: eventTexts.title,
    description: eventTexts.description,
    ...eventTimes,
    time_zone: timeZone,
    is_all_day: z.boolean(),
    location: optionalLine(EVENT_LIMITS.location),
    registration_url: eventOffer.registration_url,
    is_cancelled: z.boolean(),
  })
  .check(...timesFit)

export type ImportedEvent = z.infer<typeof importedEvent>

export const IMPORT_CHANGES = [
  "title",
  "time",
  "location",
  "description",
  "cancelled",
  "revived",
] as const

/** What taking an entry over would change of the event that it became before. */
export type ImportChange = (typeof IMPORT_CHANGES)[number]

export interface FoundEvent extends ImportedEvent {
  /** Null for one that is new; empty for one that is the same already. */
  changes: ImportChange[] | null
}

/** What is in a calendar. */
export interface FoundEvents {
  events: FoundEvent[]
  /** How many are over. */
  past: number
  /** How many more there are than can be taken over at once. */
  more: number
  /** How many say too little, or what cannot be understood. */
  unusable: number
}

/** The entries that were chosen, and what they do not say themselves. */
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
