/** Schemas and helpers of the event forms. Pages for anonymous visitors do not load this file. */

import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { getLocalDay } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import {
  country,
  dateTime,
  expectedUpdatedAt,
  optionalLine,
  optionalText,
  optionalUrl,
  requiredLine,
  uuid,
  wholeNumber,
} from "../../schema/fields.ts"
import { language, multilingual, translationsSchema } from "../../schema/translations.ts"
import { currentTime } from "../../shared/clock.ts"
import { isRecord } from "../../shared/json.ts"
import { MAX_SLUG_LENGTH, slugify } from "../../shared/slug.ts"
import { getDayStart, haveSameClocks } from "../../shared/zone.ts"
import { getCanonicalZone } from "./canonical-zone.ts"
import { DEFAULT_TIME_ZONE, EVENT_LIMITS, eventType } from "./schema.ts"
import { repeat, repeatValues, scope } from "./series/schema.ts"
import { getZoneName } from "./when.ts"

/**
 * Returns whether the year is from 2000 to 2100, as a database constraint requires. Returns true for texts that are not
 * dates, which another check rejects.
 */
const hasAllowedYear = (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return Number.isNaN(year) || (year >= 2000 && year <= 2100)
}

/**
 * A date and time. Parsing converts it to an ISO text in UTC with milliseconds, the format of responses and cursors.
 */
const eventTime = z.pipe(
  dateTime("required").check(z.refine<string>(hasAllowedYear, "invalid_date")),
  z.transform((text) => new Date(text).toISOString()),
)

/** A known time zone. Parsing converts it to its current IANA name. */
export const timeZone = z.pipe(
  z.string("required").check(z.refine((name) => getCanonicalZone(name) !== undefined, "invalid")),
  z.transform((name) => getCanonicalZone(name) ?? name),
)

export const eventTimes = {
  start_date: eventTime,
  end_date: eventTime,
  time_zone: z.optional(timeZone),
  is_all_day: z.optional(z.boolean()),
}

interface Times {
  start_date: string
  end_date: string
  time_zone?: string | undefined
  is_all_day?: boolean | undefined
}

const texts = {
  title: requiredLine(EVENT_LIMITS.title),
  description: optionalText(EVENT_LIMITS.description),
}

export const eventTexts = { ...texts, ...multilingual(z.object(texts)) }

const PARTICIPANTS_MAX = 1_000_000

/** Fields for participants: the prize, the maximum number of participants and the URL for registration. */
export const eventParticipation = {
  prize: optionalLine(EVENT_LIMITS.prize),
  max_participants: z.nullable(wholeNumber(0, PARTICIPANTS_MAX)),
  registration_url: optionalUrl(300),
}

/** Maximum price in euros. */
const PRICE_MAX = 100_000

const priceAmount = z
  .number("invalid")
  .check(z.refine((euros) => euros >= 0 && euros <= PRICE_MAX, "invalid"))

export const eventVisitorInfo = {
  address: z.optional(optionalLine(EVENT_LIMITS.address)),
  price: z.optional(optionalLine(EVENT_LIMITS.price)),
  price_amount: z.optional(z.nullable(priceAmount)),
  age_min: z.optional(z.nullable(wholeNumber(0, 99))),
  accessibility: z.optional(optionalText(EVENT_LIMITS.accessibility)),
}

export const EMPTY_VISITOR_INFO = {
  address: null,
  price: null,
  price_amount: null,
  age_min: null,
  accessibility: null,
}

/** Returns null for an empty string, and NaN, which the schema rejects, for a text that is not a whole number. */
export function parseWholeNumber(text: string): number | null {
  const digits = text.trim()
  if (digits === "") return null
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

export const EVENT_PICTURE_URL = /^\/uploads\/(event|team)-images\/[\w-]+\.webp$/

const fields = {
  team_id: uuid("required"),
  ...eventTexts,
  ...eventTimes,
  location: optionalLine(EVENT_LIMITS.location),
  country,
  color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/, "invalid"))),
  event_type: eventType,
  prize: z.optional(eventParticipation.prize),
  max_participants: z.optional(eventParticipation.max_participants),
  registration_url: z.optional(eventParticipation.registration_url),
  ...eventVisitorInfo,
  image_url: z.optional(z.nullable(z.string().check(z.regex(EVENT_PICTURE_URL, "invalid")))),
}

const isIsoDateTime = (value: unknown) =>
  /(Z|[+-]\d\d:\d\d)$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))

/** Returns whether both times are valid, which the checks that compare them require. */
const hasValidTimes = ({ value }: { value: unknown }) =>
  isRecord(value) && isIsoDateTime(value.start_date) && isIsoDateTime(value.end_date)

/** An event may end when it starts, but an all-day event must end later. */
const endAfterStart = z.refine<Times>(
  ({ start_date, end_date, is_all_day }) =>
    Date.parse(end_date) - Date.parse(start_date) >= (is_all_day ? 1 : 0),
  { error: "end_before_start", path: ["end_date"], when: hasValidTimes },
)

/** Checks that a time of an all-day event is the beginning of a day in the event's time zone. */
const isStartOfDay = (name: "start_date" | "end_date") =>
  z.refine<Times>(
    ({ [name]: timestamp, time_zone: zone = DEFAULT_TIME_ZONE, is_all_day }) =>
      !is_all_day ||
      // This check also runs if the check of the time zone has failed.
      typeof zone !== "string" ||
      !getCanonicalZone(zone) ||
      getDayStart(getLocalDay(timestamp, zone), zone) === timestamp,
    { error: "invalid_date", path: [name], when: hasValidTimes },
  )

export const timeChecks = [
  endAfterStart,
  isStartOfDay("start_date"),
  isStartOfDay("end_date"),
] as const

/** The values of one stored team event. Each date of a series is stored as an event. */
export const newEventRow = z.object(fields).check(...timeChecks)
export const newEventSchema = z
  .object({ ...fields, repeat: z.optional(repeat) })
  .check(...timeChecks)
export const eventUpdateSchema = z
  .object({
    ...fields,
    is_cancelled: z.optional(z.boolean()),
    scope: z.optional(scope),
    /** Whether the change also affects dates that were edited individually. */
    with_edited: z.optional(z.boolean()),
    updated_at: expectedUpdatedAt,
  })
  .check(...timeChecks)

export type NewEvent = z.infer<typeof newEventRow>
export type NewEventRequest = z.infer<typeof newEventSchema>
export type EventUpdateRequest = z.infer<typeof eventUpdateSchema>

const textValues = { title: z.string(), description: z.string() }

/**
 * Values of the fields that all event forms have. Numbers are strings as typed, and missing texts are empty strings.
 */
export const sharedValues = z.object({
  ...textValues,
  language,
  translations: translationsSchema(z.object(textValues)),
  /** Local times in `time_zone` (`YYYY-MM-DDTHH:MM`), or empty strings. */
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  location: z.string(),
  country: z.enum(["", ...COUNTRIES]),
  prize: z.string(),
  max_participants: z.string(),
  registration_url: z.string(),
  address: z.string(),
  price: z.string(),
  price_amount: z.string(),
  age_min: z.string(),
  accessibility: z.string(),
  image_url: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  ...repeatValues,
})

export type SharedValues = z.infer<typeof sharedValues>

/**
 * Maximum length of the title's part in a slug. Leaves space for the day and for a suffix that makes the slug unique.
 */
const MAX_SLUG_TITLE_LENGTH = MAX_SLUG_LENGTH - 24

/** Returns a slug of the title and the day. The day distinguishes events with the same title. */
export function createEventSlug(title: string, start: string, timeZone: string): string {
  const name = slugify(title).slice(0, MAX_SLUG_TITLE_LENGTH).replace(/-+$/, "")
  return [name, getLocalDay(start, timeZone)].filter(Boolean).join("-")
}

export interface Choice {
  value: string
  label: string
}

function getDeviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return getCanonicalZone(timeZone) ?? timeZone
}

/**
 * Returns the time zones to choose from: Baltic time, the device's time zone, and the chosen time zone. A time zone
 * with the same clocks as Baltic time gets no second entry. If such a time zone is chosen, it is the value of the entry
 * for Baltic time.
 */
export function listZoneChoices(
  chosenZone: string,
  locale: Locale,
  t: Translate,
  deviceZone: string = getDeviceZone(),
): Choice[] {
  const isBaltic = haveSameClocks(chosenZone, DEFAULT_TIME_ZONE)
  const balticChoice = {
    value: isBaltic ? chosenZone : DEFAULT_TIME_ZONE,
    label: t("calendar:form.balticTime"),
  }
  const otherZones = [...new Set([deviceZone, chosenZone])].filter(
    (zone) => !haveSameClocks(zone, DEFAULT_TIME_ZONE),
  )
  return [
    balticChoice,
    ...otherZones.map((value) => {
      const zone = getZoneName(currentTime(), value, locale)
      return { value, label: value === deviceZone ? t("calendar:form.deviceTime", { zone }) : zone }
    }),
  ]
}
