/** With 10,000 teams and 50,000 events, what lists are filtered and ordered by has an index, and uses it. */
import pg from "pg"
import { beforeAll, expect, test } from "vitest"
import { type Db, type Query, query } from "../../db/client.ts"
import {
  type CalendarQuery,
  calendarPage,
  publicEventBySlug,
  upcomingPublicEvents,
} from "../../db/queries/events.ts"
import { postsOfTeam } from "../../db/queries/team-posts.ts"
import { allTeams, ownRequests, ownTeams, teamWithStanding } from "../../db/queries/teams.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"

const { app, owner, ownerUrl } = testDatabase()
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
const events = (asked: Partial<CalendarQuery>) =>
  statementOf((to) => calendarPage(to, { ...all, ...asked }))

test.each<[what: string, statement: Query<unknown>, index: RegExp]>([
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

/** The teams that one page of their list looks at: what team_page() does is in no plan. */
async function teamsTouched(search: string, country: string | null, at: string | null) {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query("begin")
    const page = "select from team_page($1, $2, $3, $4, 49)"
    await client.query(page, [search, country, at, at && id])
    const { rows } = await client.query(`
      select seq_scan::integer as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as touched
      from pg_stat_xact_user_tables where relname = 'teams'`)
    return { scans: rows[0].scans, touched: rows[0].touched }
  } finally {
    await client.end()
  }
}

test.each<[what: string, search: string, country: string | null, at: string | null, most: number]>([
  ["a rare word", "c4ca4238", null, null, 20],
  ["a place", "riga", null, null, 2_500],
  ["a word that is nowhere", "nowhere at all", null, null, 20],
  ["two letters", "ri", null, null, 2_500],
  ["country", "", "lv", null, 300],
  ["a rare word and country", "c4ca4238", "lv", null, 20],
  ["their beginning", "", null, null, 60],
  ["their beginning, further on", "", null, soon, 60],
])("teams by %s", async (_what, search, country, at, most) => {
  const { scans, touched } = await teamsTouched(search, country, at)
  expect(scans).toBe(0)
  expect(touched).toBeLessThanOrEqual(most)
})

test("teams that are hidden are looked for by an index, not among all", async () => {
  await db.one`update teams set hidden_at = now() where slug in ('team-5', 'team-6')`
  const { text, params } = statementOf(allTeams)
  const [rows] = await member.batch([{ text: `explain (analyze, costs off) ${text}`, params }])
  const plan = JSON.stringify(rows)
  expect(plan).toMatch(/hashed SubPlan/)
  const { touched } = await teamsTouched("", null, null)
  expect(touched).toBeLessThanOrEqual(60)
})
