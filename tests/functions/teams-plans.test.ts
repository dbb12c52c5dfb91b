/** With 10,000 teams and 50,000 events, what lists are filtered and ordered by has an index, and uses it. */
import { beforeAll, expect, test } from "vitest"
import { type Db, type Query, query } from "../../db/client.ts"
import {
  type CalendarQuery,
  calendarPage,
  publicEventBySlug,
  upcomingPublicEvents,
} from "../../db/queries/events.ts"
import { postsOfTeam } from "../../db/queries/team-posts.ts"
import { ownRequests, ownTeams, teamsPage, teamWithStanding } from "../../db/queries/teams.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"

const { app, owner } = testDatabase()
const db = owner.as(null)
/** Far more than any of these takes; less than one look at every row with its rights. */
const MOST_MS = 150
let member: Db

beforeAll(async () => {
  const { id } = await makeUser(db, { displayName: "Mari" })
  member = app.as({ userId: id })
  // Loading raises the content version once a row: tens of thousands of times the same row.
  const tables = ["teams", "team_posts", "events"]
  const triggers = (what: "disable" | "enable") =>
    tables.map((table) => ({ text: `alter table ${table} ${what} trigger user`, params: [] }))
  await db.batch([
    ...triggers("disable"),
    query`
      insert into teams (name, slug, location, country, created_at)
      select 'Team ' || md5(n::text), 'team-' || n,
        (array['Rīga', 'Tallinn', 'Vilnius', 'Tartu', 'Kaunas'])[1 + n % 5],
        (array['ee', 'lv', 'lt'])[1 + n % 3],
        date_trunc('milliseconds', now() - n * interval '1 hour')
      from generate_series(1, 10000) n`,
    query`
      insert into team_members (team_id, user_id, role)
      select id, ${id}::uuid, 'owner' from teams where slug in ('team-1', 'team-2', 'team-3')`,
    query`
      insert into team_posts (team_id, title, is_published, created_at)
      select id, 'A post', true, created_at from teams`,
    // Ten years of events, the last two of them still to come.
    query`
      insert into events (slug, title, start_date, end_date, team_id, event_type, country)
      select 'event-' || n, 'Event ' || n, at, at + interval '2 hours', t.id,
        case when n % 10 = 0 then 'team' else 'public' end, (array['ee', 'lv', 'lt'])[1 + n % 3]
      from generate_series(1, 50000) n
      join teams t on t.slug = 'team-' || (1 + n % 10000),
        lateral (select now() + (n - 40000) * interval '100 minutes' as at) moments`,
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
    ...triggers("enable"),
  ])
  // What autovacuum does: counts rows, and merges into the search's index what waits beside it.
  await db.many`vacuum analyze`
})

/** Keeps the one statement that it is asked to send. */
function statementOf(ask: (db: Db) => Promise<unknown>): Query<unknown> {
  const kept: Query<unknown>[] = []
  const keep = (strings: TemplateStringsArray, params: unknown[]) => {
    kept.push(query(strings, ...params))
  }
  const keeper: Db = {
    batch: db.batch,
    many: async (strings, ...params) => {
      keep(strings, params)
      return []
    },
    one: async (strings, ...params) => {
      keep(strings, params)
      return null
    },
  }
  // It sends at once; what it does with the answer is no matter.
  void ask(keeper)
  const [statement] = kept
  if (!statement || kept.length > 1) throw new Error(`${kept.length} statements`)
  return statement
}

const page = { limit: 48, cursor: null }
const all: CalendarQuery = {
  limit: 200,
  cursor: null,
  country: null,
  team: null,
  from: null,
  to: null,
}
const soon = new Date().toISOString()
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
const id = "00000000-0000-4000-8000-000000000000"
const teams = (
  search: string,
  country: "lv" | null = null,
  cursor: [string, string] | null = null,
) => statementOf((to) => teamsPage(to, { ...page, search, country, cursor }))
const events = (asked: Partial<CalendarQuery>) =>
  statementOf((to) => calendarPage(to, { ...all, ...asked }))

test.each<[what: string, statement: Query<unknown>, index: RegExp]>([
  ["teams by a rare word", teams("c4ca4238"), /teams_by_search_text/],
  ["teams by a place", teams("riga"), /teams_by_(search_text|creation)/],
  ["teams by a word that is nowhere", teams("nowhere at all"), /teams_by_search_text/],
  ["teams by two letters", teams("ri"), /teams_by_(search_text|creation)/],
  ["teams by country", teams("", "lv"), /teams_by_/],
  ["teams by both", teams("c4ca4238", "lv"), /teams_by_search_text/],
  ["the newest teams", teams(""), /teams_by_creation/],
  ["teams further on", teams("", null, [soon, id]), /teams_by_creation/],
  ["a team", teamWithStanding("team-77"), /teams_slug_key/],
  ["own teams", ownTeams(), /team_members_of_user/],
  ["own requests", ownRequests(), /join_requests_of_user/],
  ["a team's blog", postsOfTeam("team-77", { limit: 20, cursor: null }), /team_posts_of_team/],
  ["all events", events({}), /events_by_start/],
  ["events from now on", events({ from: soon }), /events_by_(start|end)/],
  ["events of a month", events({ from: soon, to: inAMonth }), /events_by_(start|end)/],
  ["events of a country", events({ country: "lv" }), /events_by_(country|start)/],
  [
    "a country's from now on",
    events({ country: "lv", from: soon }),
    /events_by_(country|start|end)/,
  ],
  ["events of a team", events({ team: "team-77" }), /events_of_team/],
  ["a team's from now on", events({ team: "team-77", from: soon }), /events_of_team/],
  ["events further on", events({ cursor: [soon, id] }), /events_by_start/],
  ["the home page's", statementOf((to) => upcomingPublicEvents(to, 8)), /events_/],
  ["an event", statementOf((to) => publicEventBySlug(to, "event-7")), /events_slug_key/],
])("%s", async (_what, { text, params }, index) => {
  const [rows] = await member.batch([
    { text: `explain (analyze, costs off) ${text}`, params } satisfies Query<{
      "QUERY PLAN": string
    }>,
  ])
  const plan = rows.map((row) => String(Object.values(Object(row))[0])).join("\n")
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on (teams|events|team_posts|team_members)\b/)
  expect(Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]), plan).toBeLessThan(MOST_MS)
})
