import type { OwnEvent } from "../../src/features/events/own-event.ts"
import { type Query, query } from "../client.ts"

/** Events `e` with the viewer's answer. */
export const ANSWERED_EVENTS = query`list_visible_events() e
  left join event_signups answer on answer.event_id = e.id and answer.user_id = (select current_viewer())`

export const IS_SIGNUP_OPEN = query`((signups ->> 'takes_signups')::boolean
  and coalesce(now() >= (signups ->> 'signup_from')::timestamptz, true)
  and coalesce(now() < (signups ->> 'signup_until')::timestamptz, true))`

/** Whether one tap can answer an event to which the viewer's answer is `answer`. */
export const canAnswer = (
  answer: Query<unknown>,
) => query`(not is_cancelled and signups -> 'signup_questions' = '[]'
  and exists (select from profiles where user_id = (select current_viewer()))
  and (${answer} in ('going', 'waiting', 'offered') or ${IS_SIGNUP_OPEN})) is true`

export const OWN_EVENT = query`e.id, title, language, translations, start_date, time_zone, is_all_day, location,
  country, team_name, is_cancelled, case when event_type = 'public' then slug end as slug,
  answer.status as answer, coalesce(answer.guests, 0) as guests, answer.note,
  (signups ->> 'takes_signups')::boolean or answer.status is not null as takes_signups,
  ${canAnswer(query`answer.status`)} as can_answer`

const TEAM_EVENTS = 6

/** Includes team-only events for members. Anonymous visitors get no rows. */
export const ownTeamEventsQuery = (slug: string): Query<OwnEvent> => query`
  select ${OWN_EVENT}
  from ${ANSWERED_EVENTS}
  where (select current_viewer()) is not null and team_id = (select find_team_id(${slug})) and end_date >= now()
  order by start_date, e.id
  limit ${TEAM_EVENTS}`
