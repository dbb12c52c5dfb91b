/** Tests that the query plans of lists use indexes in a database with 10,000 teams and 50,000 events. */
import { expect, test } from "vitest"
import { type BatchRows, type Db, type Query, query } from "../../../db/client.ts"
import {
  type CalendarQuery,
  findPublicEvent,
  listCalendarEvents,
} from "../../../db/queries/events.ts"
import { getHomeOfViewer } from "../../../db/queries/home.ts"
import { listLatestTeamPosts, listTeamPosts } from "../../../db/queries/team-posts.ts"
import { getTeamPage, listAllTeams, listTeamsOfViewer } from "../../../db/queries/teams.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"

const { db, app } = await openTestDatabase()

const { id: userId } = await makeUser(db, { displayName: "Mari" })
const member = app.as({ userId })
const TABLES_WITH_TRIGGERS = ["teams", "team_posts", "events"]
/** Returns statements that disable or enable triggers, which would raise the content version for each inserted row. */
const makeTriggerStatements = (action: "disable" | "enable") =>
  TABLES_WITH_TRIGGERS.map((table) => ({
    text: `alter table ${table} ${action} trigger user`,
    params: [],
  }))
await db.batch([
  ...makeTriggerStatements("disable"),
  query`
    insert into teams (name, slug, location, country, reviewed_at, created_at)
    select 'Team ' || md5(n::text), 'team-' || n,
      (array['Rīga', 'Tallinn', 'Vilnius', 'Tartu', 'Kaunas'])[1 + n % 5],
      (array['ee', 'lv', 'lt'])[1 + n % 3], now(),
      date_trunc('milliseconds', now() - n * interval '1 hour')
    from generate_series(1, 10000) n`,
  query`
    insert into team_members (team_id, user_id, role)
    select id, ${userId}::uuid, 'owner' from teams where slug in ('team-1', 'team-2', 'team-3')`,
  query`
    insert into team_posts (team_id, title, is_published, reviewed_at, created_at)
    select id, 'A post', true, now(), created_at from teams
    union all
    -- The newest posts are all by one team.
    select t.id, 'One of many', true, now(),
      date_trunc('milliseconds', now() + n * interval '1 second')
    from generate_series(1, 5000) n join teams t on t.slug = 'team-1'`,
  query`
    insert into events (slug, title, start_date, end_date, team_id, event_type, country)
    select 'event-' || n, 'Event ' || n, at, at + interval '2 hours', t.id,
      case when n % 10 = 0 then 'team' else 'public' end, (array['ee', 'lv', 'lt'])[1 + n % 3]
    from generate_series(1, 50000) n
    join teams t on t.slug = 'team-' || (1 + n % 10000),
      lateral (select now() + (n - 40000) * interval '100 minutes' as at) times`,
  query`
    insert into users (email) select 'user-' || n || '@daina.test' from generate_series(1, 2000) n`,
  query`
    insert into team_members (team_id, user_id)
    select t.id, u.id from generate_series(1, 2000) n
    join users u on u.email = 'user-' || n || '@daina.test'
    join teams t on t.slug in ('team-' || n, 'team-' || n + 2000, 'team-' || n + 4000)`,
  query`
    insert into team_join_requests (team_id, user_id)
    select t.id, u.id from generate_series(1, 2000) n
    join users u on u.email = 'user-' || n || '@daina.test'
    join teams t on t.slug in ('team-' || n + 6000, 'team-' || n + 8000)`,
  ...makeTriggerStatements("enable"),
])
// Updates the statistics and the search index, as autovacuum does on a running site.
await db.many`vacuum analyze`

/** Returns one statement of a function that runs queries. `index` selects the statement. No statement runs. */
function captureStatement(runQueries: (db: Db) => Promise<unknown>, index = 0): Query<unknown> {
  const statements: Query<unknown>[] = []
  const record = async (strings: TemplateStringsArray, ...params: unknown[]) => {
    statements.push(query(strings, ...params))
    return null
  }
  const recorder: Db = {
    batch: async (queries) => {
      statements.push(...queries)
      return queries.map(() => []) as unknown as BatchRows<typeof queries>
    },
    many: async (strings, ...params) => (await record(strings, ...params)) ?? [],
    one: record,
    value: record,
  }
  void runQueries(recorder).catch(() => {})
  const statement = statements[index]
  if (!statement) throw new Error(`There are only ${statements.length} statements`)
  return statement
}

const noFilters = { cursor: null, country: null, isNearViewer: false, team: null }
const allEvents: CalendarQuery = { ...noFilters, limit: 200, from: null, to: null }
const startTime = new Date().toISOString()
const endTime = new Date(Date.now() + 30 * 86_400_000).toISOString()
const id = "00000000-0000-4000-8000-000000000000"
const captureEventQuery = (filter: Partial<CalendarQuery>) =>
  captureStatement((recorder) => listCalendarEvents(recorder, { ...allEvents, ...filter }))

async function readPlan({ text, params }: Query<unknown>): Promise<string> {
  const [rows] = await member.batch([{ text: `explain (costs off) ${text}`, params }])
  return rows.map((row) => Object.values(Object(row)).join()).join("\n")
}

test.each<[action: string, statement: Query<unknown>, index: RegExp]>([
  [
    "the page of a team",
    captureStatement((recorder) => getTeamPage(recorder, "team-77")),
    /teams_pkey/,
  ],
  ["a member's teams", captureStatement(listTeamsOfViewer), /team_members_of_user/],
  [
    "the news of followed teams",
    captureStatement(getHomeOfViewer, 4),
    /team_posts_(of_team|listed|published|by_creation)/,
  ],
  [
    "this week's events in a member's country",
    captureStatement(getHomeOfViewer, 5),
    /events_(public|by_(country|start))/,
  ],
  ["the next events of a member", captureStatement(getHomeOfViewer, 1), /events_of_team/],
  [
    "the next events of all countries",
    captureStatement(getHomeOfViewer, 6),
    /events_(public|by_start)/,
  ],
  ["a member's join requests", captureStatement(listTeamsOfViewer, 1), /join_requests_of_user/],
  [
    "a team's blog",
    captureStatement(
      (recorder) => listTeamPosts(recorder, "team-77", { limit: 20, cursor: null }),
      1,
    ),
    /team_posts_of_team/,
  ],
  [
    "the home page's posts",
    captureStatement((recorder) => listLatestTeamPosts(recorder, 6)),
    /team_posts_(listed|published|by_creation)/,
  ],
  ["events from now on", captureEventQuery({ from: startTime }), /events_by_(start|end)/],
  [
    "events of a month",
    captureEventQuery({ from: startTime, to: endTime }),
    /events_by_(start|end)/,
  ],
  [
    "events of a country from now on",
    captureEventQuery({ country: "lv", from: startTime }),
    /events_by_(country|start|end)/,
  ],
  ["events of a team", captureEventQuery({ team: "team-77" }), /events_of_team/],
  ["the next page of events", captureEventQuery({ cursor: [startTime, id] }), /events_by_start/],
  [
    "the page of an event",
    captureStatement((recorder) => findPublicEvent(recorder, "event-7")),
    /events_slug_key/,
  ],
])("the query for %s uses an index", async (_name, statement, index) => {
  const plan = await readPlan(statement)
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on (teams|events|team_posts|team_members)\b/)
})

test("the query for all teams checks hidden teams with a hashed subplan", async () => {
  await db.one`update teams set hidden_at = now() where slug in ('team-5', 'team-6')`
  expect(await readPlan(captureStatement(listAllTeams))).toMatch(/hashed SubPlan/)
})
