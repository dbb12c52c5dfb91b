/** Counts the rows that queries read for an event with 10,000 sign-ups, of which 4,000 are on the waitlist. */
import { expect, test } from "vitest"
import { type Db, query } from "../../../db/client.ts"
import { decodeCursor, type Position } from "../../../db/queries/paging.ts"
import {
  answerEvent,
  getSignup,
  listSignups,
  listSignupsForFile,
} from "../../../db/queries/signups.ts"
import { isHidden, type SignupList } from "../../../src/features/events/signups/schema.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"
import { countRowsRead } from "../../support/rows-read.ts"

const { db, app } = await openTestDatabase()
const PAGE_SIZE = 100
/** Limit for queries of three pages, which read 700 to 1,300 rows. Queries without the index would read the whole list. */
const MAX_ROWS_OF_PAGES = 3000
const MAX_ROWS_OF_SEARCH = 50_000
/**
 * Limit for other queries. The query for the file of all attendees reads 170,000 rows. A query that reads the whole
 * waitlist for each member on the waitlist would read 16 million rows.
 */
const MAX_ROWS = 400_000

const organizer = (await makeUser(db)).id
const team = await makeTeam(db, { [organizer]: "owner" })
const event = (await makeEvent(db, team.id, { title: "The one that all want" })).id
for (let n = 0; n < 10; n++) await makeEvent(db, team.id, { title: `No. ${n}` })
await db.batch([
  query`
    update events set takes_signups = true, max_participants = 6000,
      end_date = start_date + interval '2 hours' where id = ${event}`,
  query`
    insert into users (email, email_verified_at)
    select 'fan' || n || '@daina.test', now() from generate_series(1, 10000) n`,
  query`
    insert into profiles (user_id, display_name)
    select id, 'Fan ' || md5(email) from users where email like 'fan%@daina.test'`,
  { text: "alter table event_signups disable trigger user", params: [] },
  query`
    insert into event_signups (event_id, user_id, status, queue, note, created_at)
    select e.id, u.id, case when u.place <= 6000 then 'going' else 'waiting' end,
      case when u.place > 6000 then nextval('signup_queue') end, 'See you there',
      date_trunc('milliseconds', now()) - interval '1 second' * (10000 - u.place)
    from events e, (
      select id, row_number() over (order by email) as place from users where email like 'fan%@daina.test'
    ) u`,
  { text: "alter table event_signups enable trigger user", params: [] },
  query`
    update events e set going_count = 6000, waiting_count = 4000`,
  { text: "analyze", params: [] },
])
const findLatestMember = (status: string) => db.value<string>`
  select user_id from event_signups where event_id = ${event} and status = ${status}
  order by created_at desc limit 1`
const lastAttendee = (await findLatestMember("going")) ?? ""
const lastWaitingMember = (await findLatestMember("waiting")) ?? ""

const makeSearch = (list: SignupList, text: string) => async (db: Db) => {
  const page = await listSignups(db, event, { list, search: text, cursor: null, limit: PAGE_SIZE })
  return page?.rows.length
}
const makeReaderOfThreePages = (list: SignupList) => async (db: Db) => {
  const ids = new Set<string>()
  let cursor: Position | null = null
  for (let page = 0; page < 3; page++) {
    const request = { list, search: "", cursor, limit: PAGE_SIZE }
    const { rows = [], next = "" } = (await listSignups(db, event, request)) ?? {}
    for (const { id } of rows) ids.add(id)
    cursor = decodeCursor(next)
  }
  return ids.size
}

test.each<
  [
    name: string,
    viewer: string,
    maxRows: number,
    work: (db: Db) => Promise<unknown>,
    expected: unknown,
  ]
>([
  ["three pages of attendees", organizer, MAX_ROWS_OF_PAGES, makeReaderOfThreePages("going"), 300],
  [
    "three pages of the waitlist",
    organizer,
    MAX_ROWS_OF_PAGES,
    makeReaderOfThreePages("waiting"),
    300,
  ],
  ["a search by name", organizer, MAX_ROWS_OF_SEARCH, makeSearch("going", "fan a"), 100],
  ["a search without results", organizer, MAX_ROWS_OF_SEARCH, makeSearch("going", "zzz"), 0],
  [
    "the file of all attendees",
    organizer,
    MAX_ROWS,
    async (db) => (await listSignupsForFile(db, event))?.rows.length,
    10_000,
  ],
  [
    "the position of the last waiting member",
    lastWaitingMember,
    MAX_ROWS,
    async (db) => {
      const signup = await getSignup(db, event)
      return signup && !isHidden(signup) && signup.position
    },
    4000,
  ],
  [
    "a cancellation that gives the place to the next waiting member",
    lastAttendee,
    MAX_ROWS,
    async (db) => {
      const answer = { status: "not_going" as const, guests: 0, note: null, answers: {} }
      const { outcome, signup } = await answerEvent(db, event, answer)
      const { going, waiting } = signup?.event.signups ?? {}
      return { outcome, going, waiting }
    },
    { outcome: "not_going", going: 6000, waiting: 3999 },
  ],
])(
  "%s: the queries read a limited number of rows",
  async (_name, viewer, maxRows, work, expected) => {
    const { result, rowsRead } = await countRowsRead(app.as({ userId: viewer }), work)
    expect(result).toEqual(expected)
    expect(rowsRead).toBeLessThan(maxRows)
  },
)
