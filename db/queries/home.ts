import { COUNTRIES } from "../../src/countries.ts"
import type { MemberHome } from "../../src/features/home/schema.ts"
import { type Db, type Query, query } from "../client.ts"
import { ANSWERED_EVENTS, IS_SIGNUP_OPEN, OWN_EVENT } from "./own-events.ts"
import { RELEASES } from "./releases.ts"
import { PICTURE_OF_POST } from "./team-posts.ts"

const EVENTS = 6
const NEWS = 10
const WEEK_EVENTS = 4
const LATER_EVENTS = 4
/** No member answers so many events. */
const ANSWERS_MAX = 200

const OWN_TEAMS = query`select m.team_id from team_members m where m.user_id = (select current_viewer())`

/** Number of days after which a release is no longer new. */
const RELEASE_DAYS = 14

/**
 * Selects the newest posts of own and followed teams, coming public events of these teams and of followed countries,
 * and upcoming and new releases of followed artists. Only members of a team get its unlisted content. Only the next
 * event of a series is selected. A release is new after it was added, and again from its release date.
 */
const NEWS_OF_VIEWER = query<MemberHome["followed_news"][number]>`
  with own as (${OWN_TEAMS}), followed as (
    select team_id, country::text as country from follows where user_id = (select current_viewer())
  ), coming as (
    select e.id from events e
    where e.start_date >= now() and e.team_id in (select team_id from own union select team_id from followed)
    union
    select e.id from events e
    where e.start_date >= now() and e.country in (select country from followed)
  )
  (
    select 'post' as kind, id, null as slug, title, language, '{}'::jsonb as translations, created_at,
      team_name, team_slug, team_country as country, ${PICTURE_OF_POST},
      null as artist_name, null::date as release_date, null as date_precision, null::date as last_day
    from list_visible_team_posts()
    where is_published and user_id is distinct from (select current_viewer())
      and (team_id in (select team_id from own)
        or (is_listed and team_id in (select team_id from followed where team_id is not null)))
    order by created_at desc, id desc
    limit ${NEWS}
  ) union all (
    select 'event', id, slug, title, language, translations, created_at, team_name, team_slug, country,
      -- Other pictures have no small size.
      case when image_url ~ '^/(uploads|drawn)/' then image_url end, null, null, null, null
    from (
      select distinct on (coalesce(series ->> 'id', e.id::text)) e.*
      from coming, lateral (
        -- A lookup per row is faster, because the planner overestimates the number of rows.
        select * from list_visible_events() s where s.id = coming.id limit 1
      ) e
      where event_type = 'public' and not is_cancelled
        and (is_listed or team_id in (select team_id from own))
      order by coalesce(series ->> 'id', e.id::text), start_date
    ) next
    order by created_at desc, id desc
    limit ${NEWS}
  ) union all (
    select 'release', r.id, artist.slug, r.title, null, '{}'::jsonb,
      case when r.is_announced
        then greatest(r.created_at, r.release_date::timestamp at time zone 'Europe/Riga')
        else r.created_at
      end as created_at,
      null, null, null, null, artist.name, r.release_date, r.date_precision, r.last_day
    from follows f join ${RELEASES} on r.artist_id = f.artist_id
    where f.user_id = (select current_viewer()) and r.last_day >= get_baltic_day() - ${RELEASE_DAYS}::integer
    order by created_at desc, id desc
    limit ${NEWS}
  )
  order by created_at desc, id desc
  limit ${NEWS}`

const PLACES_LEFT = query`case when (signups ->> 'takes_signups')::boolean and max_participants is not null then
  greatest(max_participants - (signups ->> 'going')::integer - (signups ->> 'offered')::integer, 0)
end`

const HOME_EVENT = query`${OWN_EVENT}, (signups ->> 'going')::integer as going, image_url`

const CAN_SIGN_UP = query`(registration_url is not null
  or ${IS_SIGNUP_OPEN} and ${PLACES_LEFT} is distinct from 0) is true`

/** Whether an event is in another country than the viewer's. */
const IS_ABROAD = query`(country <> (select country from users where id = (select current_viewer()))) is true`

const publicEvents = (condition: Query<unknown>, limit: number, order = query`start_date`) => query<
  MemberHome["week"][number]
>`
  select ${HOME_EVENT}, registration_url, ${PLACES_LEFT} as places_left, ${CAN_SIGN_UP} as can_sign_up
  from ${ANSWERED_EVENTS}
  where event_type = 'public' and is_listed and not is_cancelled and ${condition}
  order by ${order}, e.id
  limit ${limit}`

/**
 * Selects events of the next seven days in the viewer's country, or in all countries. The limit is larger than the
 * list, because the viewer's own events are removed later.
 */
const WEEK_OF_VIEWER = publicEvents(
  query`not ${IS_ABROAD} and end_date >= now() and start_date < now() + interval '7 days'`,
  EVENTS + WEEK_EVENTS,
)

/**
 * Selects the next events that have places. Events of the viewer's country come first, and then events of other
 * countries. In both groups, events with open sign-up are preferred to others.
 */
const LATER_EVENTS_OF_VIEWER = publicEvents(
  query`start_date >= now() and answer.status is null and ${PLACES_LEFT} is distinct from 0`,
  EVENTS + WEEK_EVENTS + LATER_EVENTS,
  query`${IS_ABROAD}, not ${CAN_SIGN_UP}, start_date`,
)

/** Returns the chosen events in order of time, those of the viewer's country first. */
function sortLater(events: MemberHome["week"], country: string | null): MemberHome["week"] {
  const isAbroad = (event: { country: string | null }) =>
    Number(country !== null && event.country !== null && event.country !== country)
  return events
    .slice(0, LATER_EVENTS)
    .toSorted((a, b) => isAbroad(a) - isAbroad(b) || a.start_date.localeCompare(b.start_date))
}

/** A day is at most 25 hours long, when clocks are set back. */
const EARLIEST_END = query`(now() - interval '25 hours')`

/**
 * Selects the next events of the viewer's teams, and events that the viewer signed up for. A canceled event stays until
 * the end of its last day, unless the viewer declined it. Those that the viewer did not answer are shown a week ahead.
 */
const EVENTS_OF_VIEWER = query<MemberHome["events"][number]>`
  with candidates as materialized (
    select e.id from events e where e.team_id in (${OWN_TEAMS}) and e.end_date >= ${EARLIEST_END}
    union
    select event_id from event_signups
    where user_id = (select current_viewer()) and status in ('going', 'waiting', 'offered')
  )
  select ${HOME_EVENT}
  from candidates c
  cross join lateral (select * from list_visible_events() s where s.id = c.id limit 1) e
  left join event_signups answer on answer.event_id = e.id and answer.user_id = (select current_viewer())
  where end_date >= ${EARLIEST_END}
    and case when is_cancelled
      then end_date > date_trunc('day', now(), time_zone)
        and (answer.status in ('going', 'waiting', 'offered')
          or answer.status is null and start_date < now() + interval '7 days')
      else end_date >= now()
    end
  order by start_date, e.id
  limit ${EVENTS}`

export async function getHomeOfViewer(db: Db): Promise<MemberHome> {
  const [requests, events, answers, accounts, followed_news, week, later] = await db.batch([
    query<MemberHome["requests"][number]>`
      select t.name, t.slug, count(*)::integer as count
      from team_members m
      join teams t on t.id = m.team_id
      join team_join_requests r on r.team_id = t.id and r.status = 'pending'
      where m.user_id = (select current_viewer()) and m.role = 'owner'
      group by t.id
      order by t.name, t.id`,
    EVENTS_OF_VIEWER,
    query<MemberHome["answers"][number]>`
      select e.slug, s.status
      from event_signups s join events e on e.id = s.event_id
      where s.user_id = (select current_viewer()) and e.end_date >= now()
      order by e.start_date
      limit ${ANSWERS_MAX}`,
    query<Pick<MemberHome, "country" | "is_new">>`
      select case when country = any(${[...COUNTRIES]}) then country end as country,
        not exists (select from profiles where user_id = id) as is_new
      from users
      where id = (select current_viewer())`,
    NEWS_OF_VIEWER,
    WEEK_OF_VIEWER,
    LATER_EVENTS_OF_VIEWER,
  ])
  const isNotIn =
    (...lists: { id: string }[][]) =>
    ({ id }: { id: string }) =>
      lists.every((list) => list.every((event) => event.id !== id))
  const [account = { country: null, is_new: true }] = accounts
  const shownWeek = account.country ? week.filter(isNotIn(events)).slice(0, WEEK_EVENTS) : []
  const shownLater =
    shownWeek.length <= 1
      ? sortLater(later.filter(isNotIn(events, shownWeek)), account.country)
      : []
  return {
    requests,
    events,
    followed_news: followed_news.filter(isNotIn(events)),
    week: shownWeek,
    later: shownLater,
    answers,
    ...account,
  }
}
