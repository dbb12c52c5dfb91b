import type { OpenEvent } from "../../src/features/events/own-event.ts"
import type { SignupBody, SignupSettings } from "../../src/features/events/signups/forms.ts"
import type { MyEvent, MyEvents } from "../../src/features/events/signups/my-events-schema.ts"
import type {
  CheckedIn,
  HiddenEventSignup,
  ListedSignup,
  Signup,
  SignupList,
  SignupResponse,
} from "../../src/features/events/signups/schema.ts"
import { type Db, type Query, query } from "../client.ts"
import { EVENT_COLUMNS } from "./events.ts"
import {
  ANSWERED_EVENT_TABLES,
  CAN_SIGN_UP_CONDITION,
  IS_LISTED_CONDITION,
  OPEN_EVENT_COLUMNS,
} from "./own-events.ts"
import { type Page, type Position, toPage } from "./paging.ts"
import { isInSeriesOfCondition } from "./series.ts"

type SignupRow = Signup["event"] & Omit<Signup, "event">

/**
 * Selects an event with the viewer's sign-up (`mine`), the attendees that the viewer may see (`people`) and the
 * viewer's rights. `reach` is the number of members who would get a message by email, for organizers.
 */
const signupQuery = (event: string) => query<SignupRow>`
  select ${EVENT_COLUMNS}, event_type, unlisted_reason, get_queue_position(id) as position, organizes_event(id) as organizes,
    manages_event(id) as manages, count_message_recipients(id) as reach, has_waitlist(id) as has_waitlist,
    not exists (select from profiles where user_id = (select current_viewer())) as needs_name,
    (
      select jsonb_build_object(
        'id', s.id, 'status', s.status, 'guests', s.guests, 'note', s.note, 'answers', s.answers,
        'offered_until', s.offered_until, 'checked_in_at', s.checked_in_at
      )
      from event_signups s where s.event_id = e.id and s.user_id = (select current_viewer())
    ) as mine,
    (
      select coalesce(jsonb_agg(to_jsonb(p)), '[]') from list_visible_attendees(e.id) p
    ) as people
  from list_visible_events() e
  where id = ${event}`

const toSignup = (row: SignupRow | undefined): Signup | null => {
  if (!row) return null
  const { mine, people, position, organizes, manages, reach, has_waitlist, needs_name, ...event } =
    row
  return { event, mine, people, position, organizes, manages, reach, has_waitlist, needs_name }
}

const hiddenSignupQuery = (event: string) =>
  query<HiddenEventSignup>`select * from list_own_hidden_signups() where event_id = ${event}`

export async function getSignup(db: Db, event: string): Promise<SignupResponse | null> {
  const [rows, hidden] = await db.batch([signupQuery(event), hiddenSignupQuery(event)])
  return toSignup(rows[0]) ?? hidden[0] ?? null
}

export type AnswerOutcome =
  | Exclude<ListedSignup["status"], "offered">
  | "not_found"
  | "closed"
  | "over"
  | "cancelled"
  | "full"
  /** More guests than the event allows per person. */
  | "guests"
  | "group_too_large"
  /** An answer to a sign-up question is missing or unknown. */
  | "answers"
  /** The member has no display name. */
  | "name"

/**
 * Stores the viewer's answer: going, interested or not going. `name` becomes the display name of a new profile. Throws
 * DA403 if a member without a confirmed address answers "going".
 */
export async function answerEvent(
  db: Db,
  event: string,
  { status, guests, note, answers, name }: SignupBody,
): Promise<{
  outcome: AnswerOutcome
  signup: Signup | null
  hiddenEventSignup: HiddenEventSignup | null
}> {
  if (name) {
    await db.one`
      insert into profiles (user_id, display_name) values (current_viewer(), ${name})
      on conflict do nothing`
  }
  const lacksNameCondition = query`
    ${name === null}::boolean and ${status} = 'going'
      and not exists (select from profiles where user_id = current_viewer())`
  const [[answerRow], rows, [hiddenEventSignup = null]] = await db.batch([
    query<{ outcome: AnswerOutcome }>`
      select case when ${lacksNameCondition} then 'name' else
        answer_event(${event}, ${status}, ${guests}, ${note}, ${JSON.stringify(answers)}::jsonb)
      end as outcome`,
    signupQuery(event),
    hiddenSignupQuery(event),
  ])
  return {
    outcome: answerRow?.outcome ?? "not_found",
    signup: toSignup(rows[0]),
    hiddenEventSignup,
  }
}

/** Withdraws the viewer's answer. `signup` is null if the viewer may not see the event. */
export async function withdrawFromEvent(
  db: Db,
  event: string,
): Promise<{ isDeleted: boolean; signup: Signup | null }> {
  const [[withdrawn], rows] = await db.batch([
    query<{ deleted: boolean }>`select withdraw_from_event(${event}) as deleted`,
    signupQuery(event),
  ])
  return { isDeleted: withdrawn?.deleted ?? false, signup: toSignup(rows[0]) }
}

/**
 * Saves the settings of one event, or of more dates of its series (`scope`). On each date, sign-up opens and closes as
 * long before the start as on this event.
 */
export const updateSignupSettings = async (
  db: Db,
  event: string,
  { scope = "this", ...settings }: SignupSettings,
) => {
  // Calculates in local time, so that a change to daylight saving time does not shift the hour.
  const shiftedTimeSql = (time: string | null) => query`
    resolve_local_time(
      (${time}::timestamptz at time zone e.time_zone)
        + ((e.start_date at time zone e.time_zone) - (chosen.start_date at time zone chosen.time_zone)),
      e.time_zone
    )`
  const [saved, rows] = await db.batch([
    query<{ was_public: boolean }>`
      update events e set takes_signups = ${settings.takes_signups},
        max_participants = ${settings.max_participants},
        signup_from = case when e.id = chosen.id then ${settings.signup_from}
          else ${shiftedTimeSql(settings.signup_from)} end,
        signup_until = case when e.id = chosen.id then ${settings.signup_until}
          else ${shiftedTimeSql(settings.signup_until)} end,
        guests_max = ${settings.guests_max}, offers_places = ${settings.offers_places},
        signup_questions = ${JSON.stringify(settings.signup_questions)}::jsonb
      from events chosen
      where chosen.id = ${event} and manages_event(e.id) and (
        e.id = chosen.id
          or (${scope !== "this"}::boolean and ${isInSeriesOfCondition(event)} and e.end_date > now()
            and (${scope === "all"}::boolean or e.series_date >= chosen.series_date))
      )
      returning e.event_type = 'public' as was_public`,
    signupQuery(event),
  ])
  return {
    isSaved: saved.length > 0,
    isPublic: saved.some(({ was_public }) => was_public),
    signup: toSignup(rows[0]),
  }
}

interface SignupsQuery {
  list: SignupList
  search: string
  cursor: Position | null
  limit: number
}

export async function listSignups(
  db: Db,
  event: string,
  { list, search, cursor, limit }: SignupsQuery,
): Promise<Page<ListedSignup> | null> {
  const [time = null, id = null] = cursor ?? []
  const [[access], rows] = await db.batch([
    query<{ organizes: boolean }>`select organizes_event(${event}) as organizes`,
    query<ListedSignup>`
      select * from list_signups(
        ${event}, ${search}, ${list}, ${time}::timestamptz, ${id}::uuid, ${limit + 1}
      )`,
  ])
  if (!access?.organizes) return null
  return toPage(rows, limit, (row) => [row.created_at, row.id])
}

/** Maximum number of rows in a downloaded list, far above the size of any event. */
const MAX_FILE_ROWS = 20_000

/** Returns all sign-ups, attendees first. Returns null if the viewer may not use the list. */
export async function listSignupsForFile(
  db: Db,
  event: string,
): Promise<{ event: Signup["event"]; rows: ListedSignup[] } | null> {
  const [[signupRow], rows] = await db.batch([
    signupQuery(event),
    query<ListedSignup>`
      select * from list_signups(${event}, '', 'everyone', null, null, ${MAX_FILE_ROWS})`,
  ])
  const signup = toSignup(signupRow)
  if (!signup?.organizes) return null
  const isGoing = ({ status }: ListedSignup) => status === "going"
  const attendees = rows.filter(isGoing)
  const others = rows.filter((row) => !isGoing(row))
  return { event: signup.event, rows: [...attendees, ...others] }
}

/**
 * Gives a place to a person, moves them to the waitlist or removes them. Instead of moving them to the waitlist,
 * returns `has_room` if there is a place for them.
 */
export const moveSignup = (db: Db, signup: string, status: string, message: string | null) =>
  db.one<{ outcome: "done" | "not_found" | "has_room"; event_id: string }>`
    select * from move_signup(${signup}, ${status}, ${message})`

export const setHelper = (db: Db, signup: string, helps: boolean) =>
  db.value<boolean>`select set_helper(${signup}, ${helps})`

/** Adds a person who came without a sign-up. Returns null if the viewer may not use the list. */
export const addWalkIn = (db: Db, event: string, name: string, guests: number) =>
  db.value<string>`select add_walk_in(${event}, ${name}, ${guests})`

/**
 * Records that a person arrived or, if `arrivedAt` is null, undoes the check-in. Returns null if the person has no
 * place, or if the viewer may not use the list.
 */
export const checkIn = (db: Db, event: string, signup: string, arrivedAt: string | null) =>
  db.one<CheckedIn>`select * from check_in(${event}, ${signup}, ${arrivedAt}::timestamptz)`

/**
 * Sends a message to the attendees. Returns the number of emails, null if three messages were already sent within a
 * day, and -1 if the viewer is no organizer.
 */
export const messageAttendees = (db: Db, event: string, message: string, withWaitlist: boolean) =>
  db.value<number>`select message_attendees(${event}, ${message}, ${withWaitlist})`

const MAX_MY_EVENTS = 200
/** Maximum number of a team's events in the list: a team with two practices a week has about 100 upcoming events. */
const MAX_TEAM_EVENTS = 10

/** Members with at least this number of upcoming sign-ups get no suggestions. */
const MIN_SIGNUPS_WITHOUT_SUGGESTIONS = 3
const MAX_SUGGESTIONS = 3

/**
 * SQL condition that the viewer is old enough for the event on its day. If the date of birth is unknown, the condition
 * is false only for events with a minimum age of 18 or more.
 */
const IS_OLD_ENOUGH_CONDITION = query`(age_min is null or coalesce((
  select p.date_of_birth + make_interval(years => age_min) <= (start_date at time zone time_zone)::date
  from profiles p where p.user_id = (select current_viewer())
), age_min < 18))`

/**
 * Selects the next events with open sign-up that the viewer has not answered, without events of the viewer's teams. Of
 * a series, selects only the next of these dates. Events in the viewer's country, in followed countries and of followed
 * teams come first.
 */
const SUGGESTIONS_QUERY = query<OpenEvent>`
  select ${OPEN_EVENT_COLUMNS}
  from ${ANSWERED_EVENT_TABLES}
  where (
      select count(*) from event_signups s join events own on own.id = s.event_id
      where s.user_id = (select current_viewer()) and s.status <> 'not_going'
        and own.end_date >= now() and not own.is_cancelled
    ) < ${MIN_SIGNUPS_WITHOUT_SUGGESTIONS}
    and e.id in (
      select distinct on (series_key) e.id
      from ${ANSWERED_EVENT_TABLES}
      cross join lateral (
        select coalesce((select lineage from event_series where id = (e.series ->> 'id')::uuid), e.id) as series_key
      ) as keys
      where ${IS_LISTED_CONDITION} and start_date >= now() and answer.status is null and ${CAN_SIGN_UP_CONDITION}
        and (team_id in (select list_own_team_ids('member'))) is not true and ${IS_OLD_ENOUGH_CONDITION}
      order by series_key, start_date
    )
  order by (
      e.country = (select country from users where id = (select current_viewer())) or exists (
        select from follows f
        where f.user_id = (select current_viewer()) and (f.team_id = e.team_id or f.country::text = e.country)
      )
    ) is true desc, start_date, e.id
  limit ${MAX_SUGGESTIONS}`

/**
 * Returns the viewer's sign-ups, upcoming events of the viewer's teams, sign-ups for hidden events, and suggestions for
 * viewers with few sign-ups.
 */
export async function listMyEvents(db: Db): Promise<MyEvents> {
  const myEventsQuery = (condition: Query<unknown>, limit: number) => query<MyEvent>`
    select ${EVENT_COLUMNS}, event_type, unlisted_reason, team_id in (select list_event_team_ids()) is true as may_edit,
      own_signup.status, own_signup.signup_id
    from list_visible_events() e
    left join lateral (
      select s.id as signup_id, s.status from event_signups s
      where s.event_id = e.id and s.user_id = (select current_viewer())
    ) as own_signup on true
    where ${condition} and end_date >= now()
    order by start_date, id limit ${limit}`
  const [events, team_events, hidden_signups, [feed], suggestions] = await db.batch([
    myEventsQuery(
      query`id in (
        select event_id from event_signups where user_id = (select current_viewer()) and status <> 'not_going'
      )`,
      MAX_MY_EVENTS,
    ),
    myEventsQuery(
      query`team_id in (select list_own_team_ids('member')) and coalesce(own_signup.status, 'not_going') = 'not_going'`,
      MAX_TEAM_EVENTS,
    ),
    query<HiddenEventSignup>`
      select * from list_own_hidden_signups()
      where status <> 'not_going' and end_date >= now() order by start_date, event_id`,
    query<{ has_feed: boolean }>`
      select exists (select from calendar_feeds where user_id = (select current_viewer())) as has_feed`,
    SUGGESTIONS_QUERY,
  ])
  return {
    events,
    team_events,
    hidden_signups,
    has_feed: feed?.has_feed ?? false,
    suggestions: suggestions.toSorted((a, b) => a.start_date.localeCompare(b.start_date)),
  }
}

/** A calendar feed is limited, because generating it blocks the server's event loop. */
const MAX_FEED_EVENTS = 400

/** Returns events of the viewer's teams and events that the viewer attends, from the last 30 days on. */
export const listFeedEvents = (db: Db) => db.many<Signup["event"]>`
  select ${EVENT_COLUMNS}, event_type
  from list_visible_events() e
  where e.end_date >= now() - interval '30 days' and (
    e.team_id in (select list_own_team_ids('member')) or exists (
      select from event_signups s
      where s.event_id = e.id and s.user_id = (select current_viewer()) and s.status = 'going'
    )
  )
  order by start_date, id limit ${MAX_FEED_EVENTS}`

/** Replaces the secret of the viewer's calendar feed. `hash` is the SHA-256 of the secret in hexadecimal. */
export const renewFeed = (db: Db, hash: string) => db.one`
  insert into calendar_feeds (user_id, token_hash) values (current_viewer(), decode(${hash}, 'hex'))
  on conflict (user_id) do update
  set token_hash = decode(${hash}, 'hex'), created_at = date_trunc('milliseconds', now())`

/**
 * Returns a viewer claim for the owner of the calendar feed. Returns null if the secret is unknown, if the owner is
 * blocked, or if their account deletion is scheduled.
 */
export const findFeedOwner = (db: Db, hash: string) =>
  db.value<string>`select create_viewer_claim(find_calendar_feed_owner(decode(${hash}, 'hex')))`

export const getFeedEvent = (db: Db, event: string) => db.one<Signup["event"]>`
  select ${EVENT_COLUMNS}, event_type from list_visible_events() e where id = ${event}`

/** Ends expired offers of places and queues reminders. Returns how many public events had expired offers. */
export const processSignups = (db: Db) => db.value<number>`select process_signups()`
