import type { OwnEvent } from "../../src/features/events/own-event.ts"
import { type Query, query } from "../client.ts"

/** Visible events `e`. `answer` is the viewer's sign-up row, which also exists for "not going". */
export const ANSWERED_EVENT_TABLES = query`list_visible_events() e
  left join event_signups answer on answer.event_id = e.id and answer.user_id = (select current_viewer())`

/** SQL condition that members can sign up on this site now. It does not check whether places are left. */
export const IS_SIGNUP_OPEN_CONDITION = query`((signups ->> 'takes_signups')::boolean
  and coalesce(now() >= (signups ->> 'signup_from')::timestamptz, true)
  and coalesce(now() < (signups ->> 'signup_until')::timestamptz, true))`

/**
 * Returns an SQL condition that one tap can answer the event: it has no sign-up questions, the viewer has a display
 * name, and sign-up is open or the viewer is signed up. `answer` is the SQL expression of the viewer's sign-up status.
 */
export const canAnswerCondition = (
  answer: Query<unknown>,
) => query`(not is_cancelled and signups -> 'signup_questions' = '[]'
  and exists (select from profiles where user_id = (select current_viewer()))
  and (${answer} in ('going', 'waiting', 'offered') or ${IS_SIGNUP_OPEN_CONDITION})) is true`

export const OWN_EVENT_COLUMNS = query`e.id, title, language, translations, start_date, end_date, time_zone, is_all_day,
  location, country, team_name, is_cancelled, case when event_type = 'public' then slug end as slug,
  answer.status as answer, coalesce(answer.guests, 0) as guests, answer.note,
  (signups ->> 'takes_signups')::boolean or answer.status is not null as takes_signups,
  ${canAnswerCondition(query`answer.status`)} as can_answer`

/** SQL expression of the number of places left. It is null if there is no limit, or no sign-up on this site. */
export const PLACES_LEFT_EXPRESSION = query`case when (signups ->> 'takes_signups')::boolean and max_participants is not null then
  greatest(max_participants - (signups ->> 'going')::integer - (signups ->> 'offered')::integer, 0)
end`

export const CAN_SIGN_UP_CONDITION = query`(registration_url is not null
  or ${IS_SIGNUP_OPEN_CONDITION} and ${PLACES_LEFT_EXPRESSION} is distinct from 0) is true`

/** Columns of {@link ANSWERED_EVENT_TABLES} for the schema `openEvent`. */
export const OPEN_EVENT_COLUMNS = query`${OWN_EVENT_COLUMNS}, (signups ->> 'going')::integer as going, image_url,
  registration_url, ${PLACES_LEFT_EXPRESSION} as places_left, ${CAN_SIGN_UP_CONDITION} as can_sign_up`

/** SQL condition that lists may show the event: it is public and not canceled, and its team was reviewed. */
export const IS_LISTED_CONDITION = query`(event_type = 'public' and is_listed and not is_cancelled)`

const MAX_TEAM_EVENTS = 6

/** Selects the next events of a team, for members also the team-only events. Anonymous visitors get no rows. */
export const ownTeamEventsQuery = (slug: string): Query<OwnEvent> => query`
  select ${OWN_EVENT_COLUMNS}
  from ${ANSWERED_EVENT_TABLES}
  where (select current_viewer()) is not null and team_id = (select find_team_id(${slug})) and end_date >= now()
  order by start_date, e.id
  limit ${MAX_TEAM_EVENTS}`
