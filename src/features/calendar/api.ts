/** The member's calendar, as the functions give it. */
import type { CalendarEvent } from "../../../db/queries/events.ts"
import { type Answer, call } from "../../call.ts"
import { isRecord } from "../../json.ts"
import type { ChangedEvent, NewEvent } from "../events/schema.ts"
import { COUNTRIES, type Country } from "./filters.ts"

export type { CalendarEvent } from "../../../db/queries/events.ts"

export interface EventPage {
  events: CalendarEvent[]
  /** Where the next page starts; null on the last one. */
  next: string | null
}

/** A team that the member is in. */
export interface OwnTeam {
  id: string
  name: string
  slug: string
  country: Country | null
  mayPostEvents: boolean
}

const isText = (value: unknown): value is string => typeof value === "string"

export const isCalendarEvent = (value: unknown): value is CalendarEvent =>
  isRecord(value) &&
  [
    ...[value.id, value.slug, value.title, value.start_date, value.end_date, value.time_zone],
    ...[value.color, value.event_type, value.updated_at],
  ].every(isText) &&
  typeof value.may_edit === "boolean"

function readEvent(json: unknown): CalendarEvent {
  if (!isCalendarEvent(json)) throw new Error("This is no event")
  return json
}

function readPage(json: unknown): EventPage {
  if (!isRecord(json) || !Array.isArray(json.events)) throw new Error("These are no events")
  return { events: json.events.filter(isCalendarEvent), next: isText(json.next) ? json.next : null }
}

function readTeams(json: unknown): OwnTeam[] {
  if (!isRecord(json) || !Array.isArray(json.teams)) throw new Error("These are no teams")
  return json.teams.flatMap((team: unknown) =>
    isRecord(team) && isText(team.id) && isText(team.name) && isText(team.slug)
      ? [
          {
            id: team.id,
            name: team.name,
            slug: team.slug,
            country: COUNTRIES.find((country) => country === team.country) ?? null,
            mayPostEvents: team.may_post_events === true,
          },
        ]
      : [],
  )
}

/** A page of events; `query` is the address's. */
export const fetchEvents = (query: string): Promise<Answer<EventPage>> =>
  call(`/api/events?${query}`, { read: readPage, cache: "no-store" })

export const fetchOwnTeams = (): Promise<Answer<OwnTeam[]>> =>
  call("/api/teams/mine", { read: readTeams, cache: "no-store" })

function readName(json: unknown): string {
  if (!isRecord(json) || !isText(json.name)) throw new Error("This is no team")
  return json.name
}

export const fetchTeamName = (slug: string): Promise<Answer<string>> =>
  call(`/api/teams/${slug}`, { read: readName, cache: "no-store" })

export const createEvent = (payload: NewEvent): Promise<Answer<CalendarEvent>> =>
  call("/api/events", { method: "POST", payload, read: readEvent })

export const changeEvent = (id: string, payload: ChangedEvent): Promise<Answer<CalendarEvent>> =>
  call(`/api/events/${id}`, { method: "PATCH", payload, read: readEvent })

export const deleteEvent = (id: string): Promise<Answer<undefined>> =>
  call(`/api/events/${id}`, { method: "DELETE", read: () => undefined })
