/** Fills a database with as many rows as a busy site has, to measure queries. */
import type { Db } from "../../../db/client.ts"

/** Number of rows by kind. Cases are report cases. */
export const CROWD = { users: 100_000, teams: 10_000, posts: 100_000, news: 5_000, cases: 20_000 }

const TABLES = [
  "users",
  "profiles",
  "teams",
  "team_members",
  "team_posts",
  "news",
  "events",
  "report_cases",
]

/** Returns an SQL expression for a frequent and a rare word, so that text indexes are realistic. */
const makeWordsSql = (seed: string) =>
  `(array['Rīga', 'Tallinn', 'Vilnius', 'dance', 'cover', 'night', 'practice', 'workshop', 'stage',
    'lights', 'fans', 'album'])[1 + abs(hashint8(${seed})) % 12] || ' ' || substr(md5((${seed})::text), 1, 6)`

const INSERT_STATEMENTS = [
  `insert into users (id, email, listed_name, created_at)
  select gen_random_uuid(), 'crowd-' || n || '@daina.test', plain_text(${makeWordsSql("n")}),
    date_trunc('milliseconds', now()) - n * interval '1 minute'
  from generate_series(1, ${CROWD.users}) n`,
  `insert into profiles (user_id, display_name)
  select id, initcap(listed_name) from users where email like 'crowd-%'`,
  `insert into teams (name, slug, description, is_verified, created_at)
  select ${makeWordsSql("n * 7")}, 'crowd-' || n, ${makeWordsSql("n * 11")} || ' ' || ${makeWordsSql("n * 13")}, n % 50 = 0,
    date_trunc('milliseconds', now()) - n * interval '3 minutes'
  from generate_series(1, ${CROWD.teams}) n`,
  `insert into team_members (team_id, user_id, role)
  select t.id, u.id, 'owner'
  from (select id, row_number() over (order by slug) as n from teams) t
  join (select id, row_number() over (order by email) as n from users where email like 'crowd-%') u
    using (n)`,
  `insert into team_posts (team_id, user_id, title, content, is_published, created_at)
  select t.ids[1 + n % ${CROWD.teams}], u.ids[1 + n % 10000], ${makeWordsSql("n * 17")},
    ${makeWordsSql("n * 19")} || ' ' || ${makeWordsSql("n * 23")} || ' ' || ${makeWordsSql("n * 29")}, n % 100 <> 0,
    date_trunc('milliseconds', now()) - n * interval '1 minute'
  from generate_series(1, ${CROWD.posts}) n,
    (select array_agg(id order by slug) as ids from teams) t,
    (select array_agg(user_id) as ids from team_members) u`,
  `insert into news (slug, title, excerpt, content, is_published, published_at, created_at)
  select 'crowd-' || n, ${makeWordsSql("n * 31")}, ${makeWordsSql("n * 37")}, repeat('Text. ', 100), n % 50 <> 0,
    case when n % 50 <> 0 then now() - n * interval '1 hour' end,
    date_trunc('milliseconds', now()) - n * interval '1 hour'
  from generate_series(1, ${CROWD.news}) n`,
  `insert into events (slug, title, start_date, end_date, created_at)
  select 'crowd-' || n, ${makeWordsSql("n * 41")}, now() + (n - 5000) * interval '1 hour',
    now() + (n - 4998) * interval '1 hour', date_trunc('milliseconds', now()) - n * interval '1 hour'
  from generate_series(1, 10000) n`,
  `insert into report_cases (kind, post_id, title, reports, status, decided_at, last_report_at)
  select 'post', id, title, 1, case when n % 50 = 0 then 'open' else 'dismissed' end,
    case when n % 50 <> 0 then now() end,
    date_trunc('milliseconds', now()) - n * interval '7 minutes'
  from (select id, title, row_number() over (order by id) as n from team_posts) p
  where n <= ${CROWD.cases}`,
  `insert into reports (case_id, reporter_id, reason)
  select c.id, u.id, 'spam'
  from (select id, row_number() over (order by id) as n from report_cases) c
  join (select id, row_number() over (order by email) as n from users where email like 'crowd-%') u
    using (n)`,
]

/** Inserts the rows of CROWD. For speed, it disables triggers and builds the text indexes after the inserts. */
export async function loadCrowd(db: Db): Promise<void> {
  const run = (statement: string) => db.many(Object.assign([statement], { raw: [statement] }))
  const indexes = await db.many<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indrelid::regclass::text = any(${TABLES})`
  for (const table of TABLES) await run(`alter table ${table} disable trigger user`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const statement of INSERT_STATEMENTS) await run(statement)
  for (const { definition } of indexes) await run(definition)
  for (const table of TABLES) {
    await run(`alter table ${table} enable trigger user`)
    await run(`vacuum analyze ${table}`)
  }
}
