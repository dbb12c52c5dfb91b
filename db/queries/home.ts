import { COUNTRIES } from "../../src/countries.ts"
import type { MemberHome } from "../../src/features/home/schema.ts"
import { type Db, type Query, query } from "../client.ts"
import {
  ANSWERED_EVENT_TABLES,
  CAN_SIGN_UP_CONDITION,
  IS_LISTED_CONDITION,
  OPEN_EVENT_COLUMNS,
  OWN_EVENT_COLUMNS,
  PLACES_LEFT_EXPRESSION,
} from "./own-events.ts"
import { RELEASE_TABLES } from "./releases.ts"
import { POST_PICTURE_COLUMN } from "./team-posts.ts"

// Maximum numbers of rows in the lists of the home page.
const MAX_OWN_EVENTS = 6
const MAX_NEWS = 10
const MAX_WEEK_EVENTS = 4
const MAX_LATER_EVENTS = 4
/** Maximum number of answers that the home page gets; no member is expected to reach it. */
const MAX_ANSWERS = 200

const OWN_TEAM_IDS_QUERY = query`select m.team_id from team_members m where m.user_id = (select current_viewer())`

/** A release stays in the news for this number of days after its last possible day (`last_day`). */
const NEW_RELEASE_DAYS = 14

/**
 * Selects the newest posts of own and followed teams, upcoming public events of these teams and of followed countries,
 * and upcoming and recent releases of followed artists. Leaves out the viewer's own posts. Unlisted content of a team
 * is only for its members. A series of events contributes its next event. A release counts as new when it is added,
 * and again on its release date.
 */
const FOLLOWED_NEWS_QUERY = query<MemberHome["followed_news"][number]>`
  with own_teams as (${OWN_TEAM_IDS_QUERY}), followed as (
    select team_id, country::text as country from follows where user_id = (select current_viewer())
  ), upcoming_events as (
    select e.id from events e
    where e.start_date >= now() and e.team_id in (
      select team_id from own_teams union select team_id from followed
    )
    union
    select e.id from events e
    where e.start_date >= now() and e.country in (select country from followed)
  )
  select *, exists (
    select from notifications n
    where n.user_id = (select current_viewer()) and n.in_bell and n.read_at is null
      and news.id = any(n.things[1:n.count])
  ) as is_unread
  from (
    (
      select 'post' as kind, id, null as slug, title, language, '{}'::jsonb as translations, created_at,
        team_name, team_slug, team_country as country, ${POST_PICTURE_COLUMN},
        null::timestamptz as start_date, null as time_zone, null as artist_name, null as release_type,
        null::date as release_date, null as date_precision, null::date as last_day
      from list_visible_team_posts()
      where is_published and user_id is distinct from (select current_viewer())
        and (team_id in (select team_id from own_teams)
          or (is_listed and team_id in (select team_id from followed where team_id is not null)))
      order by created_at desc, id desc
      limit ${MAX_NEWS}
    ) union all (
      select 'event', id, slug, title, language, translations, created_at, team_name, team_slug, country,
        -- Only uploaded and generated pictures have a small size, which the list shows.
        case when image_url ~ '^/(uploads|drawn)/' then image_url end, start_date, time_zone,
        null, null, null, null, null
      from (
        select distinct on (coalesce(series ->> 'id', e.id::text)) e.*
        from upcoming_events, lateral (
          -- One lookup per id is faster than a join, because the planner overestimates the rows of the function.
          select * from list_visible_events() s where s.id = upcoming_events.id limit 1
        ) e
        where event_type = 'public' and not is_cancelled
          and (is_listed or team_id in (select team_id from own_teams))
        order by coalesce(series ->> 'id', e.id::text), start_date
      ) next_events
      order by created_at desc, id desc
      limit ${MAX_NEWS}
    ) union all (
      select 'release', r.id, artist.slug, r.title, null, '{}'::jsonb,
        case when r.is_announced
          then greatest(r.created_at, r.release_date::timestamp at time zone 'Europe/Riga')
          else r.created_at
        end as created_at,
        null, null, null, null, null, null, artist.name, r.release_type, r.release_date, r.date_precision,
        r.last_day
      from follows f join ${RELEASE_TABLES} on r.artist_id = f.artist_id
      where f.user_id = (select current_viewer()) and r.last_day >= get_baltic_day() - ${NEW_RELEASE_DAYS}::integer
      order by created_at desc, id desc
      limit ${MAX_NEWS}
    )
  ) news
  order by created_at desc, id desc
  limit ${MAX_NEWS}`

const HOME_EVENT_COLUMNS = query`${OWN_EVENT_COLUMNS}, (signups ->> 'going')::integer as going, image_url,
  answer.id as signup_id`

/**
 * SQL condition that the event is in another country than the viewer.
 * It is false if one of the countries is unknown.
 */
const IS_ABROAD_CONDITION = query`(country <> (select country from users where id = (select current_viewer()))) is true`

const publicEventsQuery = (
  condition: Query<unknown>,
  limit: number,
  order = query`start_date`,
) => query<MemberHome["week"][number]>`
  select ${OPEN_EVENT_COLUMNS}
  from ${ANSWERED_EVENT_TABLES}
  where ${IS_LISTED_CONDITION} and ${condition}
  order by ${order}, e.id
  limit ${limit}`

/**
 * Selects events of the next week, except events in other countries. The limit includes the viewer's own events, which
 * removeListedEvents() removes from the result.
 */
const WEEK_QUERY = publicEventsQuery(
  query`not ${IS_ABROAD_CONDITION} and end_date >= now() and start_date < now() + interval '7 days'`,
  MAX_OWN_EVENTS + MAX_WEEK_EVENTS,
)

/**
 * Selects the next unanswered events that have places left. Events of the viewer's country come before events of other
 * countries. Within each of these two groups, events with open sign-up come first.
 */
const LATER_EVENTS_QUERY = publicEventsQuery(
  query`start_date >= now() and answer.status is null and ${PLACES_LEFT_EXPRESSION} is distinct from 0`,
  MAX_OWN_EVENTS + MAX_WEEK_EVENTS + MAX_LATER_EVENTS,
  query`${IS_ABROAD_CONDITION}, not ${CAN_SIGN_UP_CONDITION}, start_date`,
)

/** Returns the first events of the query, sorted by start, with events of the viewer's country before other events. */
function takeLaterEvents(events: MemberHome["week"], country: string | null): MemberHome["week"] {
  const getCountryRank = (event: { country: string | null }) =>
    country === null || event.country === null || event.country === country ? 0 : 1
  return events
    .slice(0, MAX_LATER_EVENTS)
    .toSorted(
      (a, b) => getCountryRank(a) - getCountryRank(b) || a.start_date.localeCompare(b.start_date),
    )
}

/**
 * Events that ended before this time are skipped. Canceled events stay until the end of their last day, and the longest
 * day has 25 hours (clocks set back).
 */
const EARLIEST_SHOWN_END = query`(now() - interval '25 hours')`

/**
 * Selects the next events of the viewer's teams, and events that the viewer signed up for. A canceled event stays until
 * the end of its last day if the viewer signed up for it. If the viewer has not answered, a canceled event of a team
 * appears from a week before its start.
 */
const OWN_EVENTS_QUERY = query<MemberHome["events"][number]>`
  with candidates as materialized (
    select e.id from events e where e.team_id in (${OWN_TEAM_IDS_QUERY}) and e.end_date >= ${EARLIEST_SHOWN_END}
    union
    select event_id from event_signups
    where user_id = (select current_viewer()) and status in ('going', 'waiting', 'offered')
  )
  select ${HOME_EVENT_COLUMNS}
  from candidates c
  cross join lateral (select * from list_visible_events() s where s.id = c.id limit 1) e
  left join event_signups answer on answer.event_id = e.id and answer.user_id = (select current_viewer())
  where end_date >= ${EARLIEST_SHOWN_END}
    and case when is_cancelled
      then end_date > date_trunc('day', now(), time_zone)
        and (answer.status in ('going', 'waiting', 'offered')
          or answer.status is null and start_date < now() + interval '7 days')
      else end_date >= now()
    end
  order by start_date, e.id
  limit ${MAX_OWN_EVENTS}`

function removeListedEvents<Row extends { id: string }>(rows: Row[], listed: { id: string }[]) {
  const listedIds = new Set(listed.map(({ id }) => id))
  return rows.filter(({ id }) => !listedIds.has(id))
}

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
    OWN_EVENTS_QUERY,
    query<MemberHome["answers"][number]>`
      select e.slug, s.status
      from event_signups s join events e on e.id = s.event_id
      where s.user_id = (select current_viewer()) and e.end_date >= now()
      order by e.start_date
      limit ${MAX_ANSWERS}`,
    query<Pick<MemberHome, "country" | "is_new">>`
      select case when country = any(${[...COUNTRIES]}) then country end as country,
        not exists (select from profiles where user_id = id) as is_new
      from users
      where id = (select current_viewer())`,
    FOLLOWED_NEWS_QUERY,
    WEEK_QUERY,
    LATER_EVENTS_QUERY,
  ])
  const [account = { country: null, is_new: true }] = accounts
  const shownWeek = account.country
    ? removeListedEvents(week, events).slice(0, MAX_WEEK_EVENTS)
    : []
  // Later events are added if the week has at most one event, which the poster at the top of the page may show.
  const shownLater =
    shownWeek.length <= 1
      ? takeLaterEvents(removeListedEvents(later, [...events, ...shownWeek]), account.country)
      : []
  return {
    requests,
    events,
    followed_news: removeListedEvents(followed_news, events),
    week: shownWeek,
    later: shownLater,
    answers,
    ...account,
  }
}
