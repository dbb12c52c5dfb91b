/** Values that the event forms of the calendar and of the admin area share. Numbers are digits, missing texts are empty. */
import type { Country } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translations } from "../../i18n/translation.ts"
import { formTimes } from "../../shared/zone.ts"
import { translationValues } from "../../ui/forms/multilingual.ts"
import {
  EMPTY_VISITOR_VALUES,
  parseWholeNumber,
  type VisitValues,
  visitNumbers,
  visitValues,
} from "./form.ts"
import { DEFAULT_TIME_ZONE, type PublicEvent } from "./schema.ts"
import type { RepeatValues } from "./series/schema.ts"
import { NO_REPEAT } from "./series/values.ts"

export interface SharedValues extends VisitValues, RepeatValues {
  title: string
  description: string
  language: Locale
  translations: Translations<{ title: string; description: string }>
  /** Local times of `time_zone` (`YYYY-MM-DDTHH:MM`); empty while nothing is chosen. */
  start_date: string
  end_date: string
  time_zone: string
  /** True ignores the hours of start and end. */
  is_all_day: boolean
  location: string
  country: Country | ""
  prize: string
  /** Empty is unlimited. */
  max_participants: string
  registration_url: string
  image_url: string | null
  is_cancelled: boolean
}

export const blankEvent = (language: Locale): SharedValues => ({
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
  ...EMPTY_VISITOR_VALUES,
  image_url: null,
  is_cancelled: false,
  ...NO_REPEAT,
})

/** Returns the values of a stored event. */
export const valuesOfEvent = (
  event: Pick<PublicEvent, Exclude<keyof SharedValues, keyof RepeatValues>>,
): SharedValues => ({
  title: event.title,
  description: event.description ?? "",
  language: event.language,
  translations: translationValues(event.translations, ["title", "description"]),
  ...formTimes(event),
  time_zone: event.time_zone,
  is_all_day: event.is_all_day,
  location: event.location ?? "",
  country: event.country ?? "",
  prize: event.prize ?? "",
  max_participants: event.max_participants?.toString() ?? "",
  registration_url: event.registration_url ?? "",
  ...visitValues(event),
  image_url: event.image_url,
  is_cancelled: event.is_cancelled,
  ...NO_REPEAT,
})

/** Returns the values whose type differs between the form and the request. */
export const sentValues = (values: SharedValues) => ({
  country: values.country || null,
  max_participants: parseWholeNumber(values.max_participants),
  ...visitNumbers(values),
})
