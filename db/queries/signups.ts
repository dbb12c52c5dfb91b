/** Signing up for events. Who may what, and who has a place, functions of the database decide. */
import type { SignupBody, SignupSettings } from "../../src/features/events/signups/forms.ts"
import type {
  CheckedIn,
  ListedSignup,
  MyEvent,
  Signup,
  SignupList,
} from "../../src/features/events/signups/schema.ts"
import { type Db, type Query, query } from "../client.ts"
import { EVENT } from "./events.ts"
import { type Page, type Position, pageOf } from "./paging.ts"

type Row = Signup["event"] & Omit<Signup, "event">

const signupQuery = (event: string) => query<Row>`
  select ${EVENT}, event_type, queue_position(id) as position, organizes_event(id) as organizes,
    manages_event(id) as manages,
    (
      select jsonb_build_object(
        'id', s.id, 'status', s.status, 'guests', s.guests, 'note', s.note, 'answers', s.answers,
        'offered_until', s.offered_until, 'checked_in_at', s.checked_in_at
      )
      from event_signups s where s.event_id = e.id and s.user_id = (select current_viewer())
    ) as mine,
    (
      select coalesce(jsonb_agg(to_jsonb(p)), '[]') from people_going(e.id) p
    ) as people
  from get_safe_events() e
  where id = ${event}`

const signupFrom = (row: Row | undefined): Signup | null => {
  if (!row) return null
  const { mine, people, position, organizes, manages, ...event } = row
  return { event, mine, people, position, organizes, manages }
}

/** An event's sign-up as the viewer sees it, null for an event that they do not see. */
export async function signupOf(db: Db, event: string): Promise<Signup | null> {
  const [rows] = await db.batch([signupQuery(event)])
  return signupFrom(rows[0])
}

/** What came of an answer: what the member is now, or why it was not taken. */
export type Outcome =
  | Exclude<ListedSignup["status"], "offered">
  | "not_found"
  | "closed"
  | "over"
  | "cancelled"
  | "full"
  | "guests"

/** Takes the viewer's answer; throws DA403 for who has no confirmed address and wants to go. */
export async function answerEvent(
  db: Db,
  event: string,
  { status, guests, note, answers }: SignupBody,
): Promise<{ outcome: Outcome; signup: Signup | null }> {
  const [[answered], rows] = await db.batch([
    query<{ outcome: Outcome }>`
      select answer_event(${event}, ${status}, ${guests}, ${note}, ${JSON.stringify(answers)}::jsonb) as outcome`,
    signupQuery(event),
  ])
  return { outcome: answered?.outcome ?? "not_found", signup: signupFrom(rows[0]) }
}

/** Takes back all that the viewer said. */
export async function withdraw(db: Db, event: string): Promise<Signup | null> {
  const [, rows] = await db.batch([query`select withdraw_from_event(${event})`, signupQuery(event)])
  return signupFrom(rows[0])
}

/**
 * Sets how one signs up for an event, and for what else of its series is to be alike and not over: each date
 * opens and closes as long before it as this one.
 */
export const updateSignupSettings = async (
  db: Db,
  event: string,
  { scope = "this", ...settings }: SignupSettings,
) => {
  // By the clocks, so that it stays noon when they change.
  const likeOwn = (moment: string | null) => query`
    moment_at(
      (${moment}::timestamptz at time zone e.time_zone)
        + ((e.start_date at time zone e.time_zone) - (chosen.start_date at time zone chosen.time_zone)),
      e.time_zone
    )`
  const [saved, rows] = await db.batch([
    query<{ was_public: boolean }>`
      update events e set takes_signups = ${settings.takes_signups},
        max_participants = ${settings.max_participants},
        signup_from = case when e.id = chosen.id then ${settings.signup_from}
          else ${likeOwn(settings.signup_from)} end,
        signup_until = case when e.id = chosen.id then ${settings.signup_until}
          else ${likeOwn(settings.signup_until)} end,
        guests_max = ${settings.guests_max}, offers_places = ${settings.offers_places},
        signup_questions = ${JSON.stringify(settings.signup_questions)}::jsonb
      from events chosen
      where chosen.id = ${event} and manages_event(e.id) and (
        e.id = chosen.id
          or (${scope !== "this"}::boolean and e.series_id = chosen.series_id and e.end_date > now()
            and (${scope === "all"}::boolean or e.series_date >= chosen.series_date))
      )
      returning e.event_type = 'public' as was_public`,
    signupQuery(event),
  ])
  return {
    isSaved: saved.length > 0,
    isPublic: saved.some(({ was_public }) => was_public),
    signup: signupFrom(rows[0]),
  }
}

export interface SignupsQuery {
  list: SignupList
  search: string
  cursor: Position | null
  limit: number
}

/** Who answered an event, for its organizers; null for everybody else. */
export async function signupsPage(
  db: Db,
  event: string,
  { list, search, cursor, limit }: SignupsQuery,
): Promise<Page<ListedSignup> | null> {
  const [time = null, id = null] = cursor ?? []
  const [[may], rows] = await db.batch([
    query<{ organizes: boolean }>`select organizes_event(${event}) as organizes`,
    query<ListedSignup>`
      select * from signups_of(
        ${event}, ${search}, ${list}, ${time}::timestamptz, ${id}::uuid, ${limit + 1}
      )`,
  ])
  if (!may?.organizes) return null
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}

/** As many as one event has ever had, and more. */
const FILE_MAX = 20_000

/** All who go and wait, in their order; null for who does not organize it. */
export async function signupsFile(
  db: Db,
  event: string,
): Promise<{ event: Signup["event"]; rows: ListedSignup[] } | null> {
  const [[found], rows] = await db.batch([
    signupQuery(event),
    query<ListedSignup>`
      select * from signups_of(${event}, '', 'everyone', null, null, ${FILE_MAX})`,
  ])
  const signup = signupFrom(found)
  if (!signup?.organizes) return null
  const waits = ({ status }: ListedSignup) => Number(status !== "going")
  return { event: signup.event, rows: rows.toSorted((a, b) => waits(a) - waits(b)) }
}

/** Gives a place, has somebody wait, or takes them off; 'not_found' for who does not organize it, 'has_room' where there is nothing to wait for. */
export const moveSignup = (db: Db, signup: string, status: string, message: string | null) =>
  db.value<"done" | "not_found" | "has_room">`select move_signup(${signup}, ${status}, ${message})`

/** Has somebody on the list help with it, or no longer; false for who does not run the event. */
export const setHelper = (db: Db, signup: string, helps: boolean) =>
  db.value<boolean>`select set_helper(${signup}, ${helps})`

/** Adds somebody at the door; their sign-up's id, null for who does not organize it. */
export const addWalkIn = (db: Db, event: string, name: string, guests: number) =>
  db.value<string>`select add_walk_in(${event}, ${name}, ${guests})`

/** Notes who is there; null where there is nobody of that event to be checked in. */
export const checkIn = (db: Db, event: string, signup: string, arrivedAt: string | null) =>
  db.one<CheckedIn>`select * from check_in(${event}, ${signup}, ${arrivedAt}::timestamptz)`

/** Writes to all who go: how many, null before a day is over, -1 for who does not organize it. */
export const messageGoing = (db: Db, event: string, message: string) =>
  db.value<number>`select message_going(${event}, ${message})`

/** Far more than anybody goes to. */
const MINE_MAX = 200
/** A team that practices twice a week has a hundred of them. */
const TEAMS_SHOWN = 10

/** What the viewer goes to, waits for or is interested in and is not over, and what their teams do; soonest first. */
export async function myEvents(
  db: Db,
): Promise<{ events: MyEvent[]; team_events: MyEvent[]; has_feed: boolean }> {
  const mine = (which: Query<unknown>, most: number) => query<MyEvent>`
    select ${EVENT}, event_type, said.status
    from get_safe_events() e
    left join lateral (
      select s.status from event_signups s where s.event_id = e.id and s.user_id = (select current_viewer())
    ) as said on true
    where ${which} and end_date >= now()
    order by start_date, id limit ${most}`
  const [events, team_events, [feed]] = await db.batch([
    mine(
      query`id in (
        select event_id from event_signups where user_id = (select current_viewer()) and status <> 'not_going'
      )`,
      MINE_MAX,
    ),
    mine(
      query`team_id in (select own_team_ids('member')) and coalesce(said.status, 'not_going') = 'not_going'`,
      TEAMS_SHOWN,
    ),
    query<{ has_feed: boolean }>`select has_calendar_feed() as has_feed`,
  ])
  return { events, team_events, has_feed: feed?.has_feed ?? false }
}

/** More than three practices a week; the host writes a feed in one go. */
const FEED_EVENTS_MAX = 400

/** Returns the events that a member goes to, and those of the member's teams, from a month ago on. */
export const feedEvents = (db: Db) => db.many<Signup["event"]>`
  select ${EVENT}, event_type
  from get_safe_events() e
  where e.end_date >= now() - interval '30 days' and (
    e.team_id in (select own_team_ids('member')) or exists (
      select from event_signups s
      where s.event_id = e.id and s.user_id = (select current_viewer()) and s.status = 'going'
    )
  )
  order by start_date, id limit ${FEED_EVENTS_MAX}`

/** The secret address of the viewer's calendar is this one from now on, by its hash (SHA-256 in hexadecimal). */
export const renewFeed = (db: Db, hash: string) =>
  db.one`select renew_calendar_feed(decode(${hash}, 'hex'))`

/** The claim of whoever's calendar has that secret, null for nobody's. */
export const feedOwner = (db: Db, hash: string) =>
  db.value<string>`select viewer_claim(calendar_feed_owner(decode(${hash}, 'hex')))`

/** Turns off a member's emails about events by the link in one; null where it is no good. */
export const turnEventEmailsOff = (db: Db, hash: string) =>
  db.value<boolean>`select turn_event_emails_off(decode(${hash}, 'hex'))`

/** Makes that link good; returns whose mail it is. */
export const issueEventEmailsLink = (db: Db, mail: string, hash: string) =>
  db.value<string>`select issue_event_emails_link(${mail}, decode(${hash}, 'hex'))`

/** An event as the viewer's calendar has it, null for one that they do not see. */
export const feedEvent = (db: Db, event: string) => db.one<Signup["event"]>`
  select ${EVENT}, event_type from get_safe_events() e where id = ${event}`

/** Passes on places that nobody took in time, and reminds of tomorrow. */
export const tendSignups = (db: Db) => db.one`select tend_signups()`
