/** Converts events to the values of their forms, and these values to requests. */
import type * as z from "zod/mini"
import type { Locale } from "../../i18n/locales.ts"
import type { FieldErrors } from "../../shared/problem.ts"
import { getFormTimes, parseFormTime } from "../../shared/zone.ts"
import { toTranslationValues } from "../../ui/forms/multilingual.ts"
import { type CheckResult, checkWithSchema, failCheck } from "../../ui/forms/submission.ts"
import { parseWholeNumber, type SharedValues } from "./form.ts"
import { DEFAULT_TIME_ZONE, type PublicEvent } from "./schema.ts"
import type { RepeatValues } from "./series/schema.ts"
import { getRepeat, NO_REPEAT } from "./series/values.ts"

type StoredEvent = Pick<PublicEvent, Exclude<keyof SharedValues, keyof RepeatValues> | "updated_at">

export const createBlankEvent = (language: Locale): SharedValues => ({
  title: "",
  description: "",
  language,
  translations: {},
  start_date: "",
  end_date: "",
  time_zone: DEFAULT_TIME_ZONE,
  is_all_day: false,
  location: "",
  country: "",
  prize: "",
  max_participants: "",
  registration_url: "",
  address: "",
  price: "",
  price_amount: "",
  age_min: "",
  accessibility: "",
  image_url: null,
  is_cancelled: false,
  ...NO_REPEAT,
})

export const getEventValues = (event: StoredEvent): SharedValues => ({
  title: event.title,
  description: event.description ?? "",
  language: event.language,
  translations: toTranslationValues(event.translations, ["title", "description"]),
  ...getFormTimes(event),
  time_zone: event.time_zone,
  is_all_day: event.is_all_day,
  location: event.location ?? "",
  country: event.country ?? "",
  prize: event.prize ?? "",
  max_participants: event.max_participants?.toString() ?? "",
  registration_url: event.registration_url ?? "",
  address: event.address ?? "",
  price: event.price ?? "",
  price_amount: event.price_amount?.toString() ?? "",
  age_min: event.age_min?.toString() ?? "",
  accessibility: event.accessibility ?? "",
  image_url: event.image_url,
  is_cancelled: event.is_cancelled,
  ...NO_REPEAT,
})

/** Returns the start and end as UTC times (ISO), and the errors of these fields. */
function getUtcTimes(values: SharedValues, event: StoredEvent | null) {
  const storedValues = event && getEventValues(event)
  const errors: FieldErrors = {}
  const getUtcTime = (name: "start_date" | "end_date"): string => {
    const localTime = values[name]
    // An unedited field keeps its stored time: its text has no seconds, and is ambiguous in an hour that clocks repeat.
    const isUnedited =
      storedValues?.[name] === localTime &&
      storedValues.time_zone === values.time_zone &&
      storedValues.is_all_day === values.is_all_day
    if (event && isUnedited) return event[name]
    if (localTime === "") return ""
    const utcTime = parseFormTime(values, name)
    if (utcTime.ok) return utcTime.iso
    errors[name] = utcTime.error
    return ""
  }
  return { start_date: getUtcTime("start_date"), end_date: getUtcTime("end_date"), errors }
}

/** Returns null for an empty string, and NaN, which the schema rejects, for an invalid price. */
function parsePrice(text: string): number | null {
  const euros = text.trim().replace(",", ".")
  if (euros === "") return null
  return /^\d+(\.\d{1,2})?$/.test(euros) ? Number(euros) : Number.NaN
}

/** Returns the body of a request, or the errors of the fields. `event` is null for a new event. */
export function checkEvent<Schema extends z.core.$ZodType>(
  schema: Schema,
  values: SharedValues,
  event: StoredEvent | null,
): CheckResult<z.output<Schema>> {
  const { errors, ...utcTimes } = getUtcTimes(values, event)
  const result = checkWithSchema(schema, {
    ...values,
    ...utcTimes,
    country: values.country || null,
    max_participants: parseWholeNumber(values.max_participants),
    price_amount: parsePrice(values.price_amount),
    age_min: parseWholeNumber(values.age_min),
    repeat: getRepeat(values),
    updated_at: event?.updated_at,
  })
  return result.ok ? result : failCheck({ ...result.failure.errors, ...errors })
}
