import type { MessageKey } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { getWallTime } from "../../../shared/zone.ts"
import type { CheckResult } from "../../../ui/forms/submission.ts"
import {
  type Choice,
  type EventUpdateRequest,
  eventUpdateSchema,
  type NewEventRequest,
  newEventSchema,
  type SharedValues,
} from "../../events/form.ts"
import { checkEvent, createBlankEvent, getEventValues } from "../../events/form-values.ts"
import { type CalendarEvent, DEFAULT_COLOR } from "../../events/schema.ts"
import type { OwnTeam } from "../../teams/schema.ts"

export interface EventValues extends SharedValues {
  team_id: string
  /** Not a field of the form. Saving keeps the stored color. */
  color: string
  event_type: "public" | "team"
}

/**
 * Returns the values for a new event: the evening of `day` (`2026-11-27`) and the country of the team, if they are
 * given.
 */
export const createBlankValues = (
  team: Pick<OwnTeam, "id" | "country"> | null,
  day: string | null,
  language: Locale,
): EventValues => ({
  ...createBlankEvent(language),
  team_id: team?.id ?? "",
  start_date: day ? `${day}T18:00` : "",
  end_date: day ? `${day}T20:00` : "",
  country: team?.country ?? "",
  color: DEFAULT_COLOR,
  event_type: "public",
})

export const getFormValues = (event: CalendarEvent): EventValues => ({
  ...getEventValues(event),
  team_id: event.team_id ?? "",
  color: event.color,
  event_type: event.event_type,
})

export const checkValues = (
  values: EventValues,
  event: CalendarEvent | null,
): CheckResult<NewEventRequest | EventUpdateRequest> =>
  checkEvent(event ? eventUpdateSchema : newEventSchema, values, event)

const MS_PER_HOUR = 3_600_000
const DEFAULT_LENGTH_MS = 2 * MS_PER_HOUR

/** Reads a local time as if it were UTC, for calculating with local times. */
const parseAsUtc = (localTime: string) => Date.parse(`${localTime}Z`)

/** Returns false while a year such as 2026 is being typed: the field then contains 0002, 0020 and 0202. */
const hasCompleteYear = (localTime: string) => localTime >= "2000"

/**
 * Returns the changes for a new start. The end moves with the start, so that the event keeps its length. If there was
 * no earlier start (`before` is incomplete), a later end is kept, and any other end is set to the default length.
 */
export function getChangesForStart(
  { end_date }: Pick<EventValues, "end_date">,
  before: string,
  start: string,
): Partial<EventValues> {
  if (!hasCompleteYear(start)) return { start_date: start }
  const keepsLength = hasCompleteYear(before) && hasCompleteYear(end_date) && end_date >= before
  if (!keepsLength && end_date >= start) return { start_date: start }
  const length = keepsLength ? parseAsUtc(end_date) - parseAsUtc(before) : DEFAULT_LENGTH_MS
  const end = getWallTime(parseAsUtc(start) + length, "UTC").slice(0, start.length)
  return { start_date: start, end_date: end }
}

export const getLastCompleteStart = (before: string, start: string): string =>
  hasCompleteYear(start) ? start : before

type Team = Pick<OwnTeam, "id" | "country">

/** Returns the changes for a chosen team. A new event also gets the team's country, unless one was chosen. */
export function getChangesForTeam(
  values: Pick<EventValues, "team_id" | "country">,
  team_id: string,
  teams: Team[],
  event: CalendarEvent | null,
): Partial<EventValues> {
  const getCountry = (id: string) => teams.find((team) => team.id === id)?.country ?? ""
  const isCountryOfTeam = !event && values.country === getCountry(values.team_id)
  return isCountryOfTeam ? { team_id, country: getCountry(team_id) } : { team_id }
}

/** Matches word stems for a practice in the site's five languages. */
const PRACTICE_WORDS =
  /practi[cs]e|rehears|training|mēģināj|treniņ|proov|trenn|harjutus|repetic|repetav|treniruot|репетиц|трениров/i

/** Returns the type that an event probably has: team-only for practices and repeating events, otherwise public. */
export function suggestType({
  title,
  translations,
  frequency,
}: Pick<EventValues, "title" | "translations" | "frequency">): EventValues["event_type"] {
  const titles = [title, ...Object.values(translations).map((texts) => texts?.title ?? "")]
  return frequency !== "" || titles.some((text) => PRACTICE_WORDS.test(text)) ? "team" : "public"
}

/** Returns texts about who can see a saved event, or an empty list for an event that was already team-only. */
export function listVisibilityMessages(
  event: CalendarEvent,
  before: CalendarEvent | null,
): MessageKey[] {
  if (event.unlisted_reason) return [`calendar:unlisted.${event.unlisted_reason}`]
  if (event.event_type === "public") return ["calendar:toasts.soon"]
  if (!before) return ["calendar:toasts.teamOnly"]
  return before.event_type === "public"
    ? ["calendar:toasts.teamOnly", "calendar:toasts.soonGone"]
    : []
}

/** Returns the teams for which the member can post events, and the event's current team. */
export function listTeamChoices(teams: OwnTeam[], event: CalendarEvent | null): Choice[] {
  const options = teams
    .filter(({ may_post_events }) => may_post_events)
    .map(({ id, name }) => ({ value: id, label: name }))
  const { team_id = null, team_name = null } = event ?? {}
  // The event's team is missing if a super admin from outside the team edits the event.
  const isMissing = team_id !== null && !options.some(({ value }) => value === team_id)
  return isMissing ? [...options, { value: team_id, label: team_name ?? team_id }] : options
}
