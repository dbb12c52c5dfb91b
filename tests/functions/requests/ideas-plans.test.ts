import { expect, test } from "vitest"
import { type Db, query } from "../../../db/client.ts"
import { listPopularIdeas, listSimilarIdeas, voteForIdea } from "../../../db/queries/ideas.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { countRowsRead } from "../../support/rows-read.ts"

const { app, db } = await openTestDatabase()
/**
 * Maximum number of rows that a query may read. A query may read all 10,000 ideas and the 50,000 votes for one idea. A
 * query that uses no index reads all 100,000 votes.
 */
const MAX_ROWS_READ = 90_000

const [, , [idea]] = await db.batch([
  { text: "alter table ideas disable trigger user", params: [] },
  { text: "alter table users disable trigger user", params: [] },
  query<{ id: string }>`
    insert into ideas (title, description, category, is_popular)
    values ('The one that all want', 'Text', 'events', true) returning id`,
  query`
    insert into ideas (title, description, category, is_popular)
    select 'Idea ' || md5(n::text), 'Text', 'events', n <= 4 from generate_series(1, 10000) n`,
  { text: "alter table ideas enable trigger user", params: [] },
  query`
    insert into users (email) select 'u' || n || '@daina.test' from generate_series(1, 50000) n`,
  { text: "alter table users enable trigger user", params: [] },
  query`
    insert into idea_votes (idea_id, user_id)
    select i.id, u.id from users u, ideas i where i.title = 'The one that all want'`,
  query`
    insert into idea_votes (idea_id, user_id)
    select i.id, u.id from (select id, row_number() over () as n from users) u
    join (select id, row_number() over () as n from ideas) i on i.n = 2 + u.n % 9000`,
])
// Makes index-only scans possible, as autovacuum does on a running site.
await db.many`vacuum analyze ideas, idea_votes`
const mostPopularIdea = idea?.id ?? ""
const userId = (await makeUser(db)).id

test.each<[name: string, work: (db: Db) => Promise<unknown>, expected: object]>([
  ["reading the popular ideas", listPopularIdeas, [{ vote_count: 50_000 }, {}, {}, {}, {}]],
  [
    "finding ideas with a similar title",
    (db) => listSimilarIdeas(db, "the one all want"),
    [{ title: "The one that all want", vote_count: 50_000 }],
  ],
  [
    "voting for an idea with 50,000 votes",
    (db) => voteForIdea(db, mostPopularIdea),
    { vote_count: 50_001, already: false },
  ],
])(`%s reads fewer than ${MAX_ROWS_READ} rows`, async (_name, work, expected) => {
  const { result, rowsRead } = await countRowsRead(app.as({ userId }), work)
  expect(result).toMatchObject(expected)
  expect(rowsRead).toBeLessThan(MAX_ROWS_READ)
})
