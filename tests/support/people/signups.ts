/** Helpers for tests of sign-ups: they create events with sign-up and 120 members, and read sign-ups and emails. */
import { answerEvent, moveSignup } from "../../../db/queries/signups.ts"
import type { Answer } from "../../../src/features/events/signups/schema.ts"
import type { TestDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"

export const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

interface EventOptions {
  /** Number of places; null for no limit. */
  places?: number | null
  team?: string | null
  /** Whether members on the waitlist must accept an open place. Otherwise they get the place automatically. */
  offers?: boolean
  guests?: number
  start?: string
  isOpen?: boolean
}

export async function makeSignupHelpers({ db, app }: Pick<TestDatabase, "db" | "app">) {
  const { id: superAdmin } = await makeUser(db, { role: "super_admin", displayName: "Boss" })
  const rows = await db.many<{ id: string }>`
    insert into users (email, email_verified_at)
    select 'fan' || n || '@daina.test', now() from generate_series(1, 120) n returning id`
  const memberIds = rows.map(({ id }) => id)

  async function makeSignupEvent(options: EventOptions = {}): Promise<string> {
    const { places = null, team = null, offers = false, guests = 3, isOpen = true } = options
    const start = options.start ?? new Date(Date.now() + 3 * MS_PER_DAY).toISOString()
    const row = await db.one<{ id: string }>`
      insert into events (slug, title, start_date, end_date, team_id, max_participants, takes_signups,
        offers_places, guests_max)
      values ('cup-' || substr(gen_random_uuid()::text, 1, 8), 'Cup', ${start},
        ${start}::timestamptz + interval '2 hours', ${team}, ${places}, ${isOpen}, ${offers}, ${guests})
      returning id`
    return row?.id ?? ""
  }

  const sendAnswer = (user: string, event: string, status: Answer = "going", guests = 0) =>
    answerEvent(app.as({ userId: user }), event, { status, guests, note: null, answers: {} })

  const listMails = (event: string, kind: string) => db.many<{ user_id: string }>`
    select user_id from mails
    where kind = ${kind} and about ->> 'event_id' = ${event} order by created_at, id`

  return {
    superAdmin,
    memberIds,
    makeSignupEvent,
    sendAnswer,
    listMails,
    getMemberId: (index: number) => memberIds[index] ?? "",
    getAnswerOutcome: async (user: string, event: string, status: Answer = "going", guests = 0) =>
      (await sendAnswer(user, event, status, guests)).outcome,
    getMoveOutcome: async (...move: Parameters<typeof moveSignup>) =>
      (await moveSignup(...move))?.outcome,
    /** Returns the stored counters of an event, and the numbers `going` and `waiting`, counted from the sign-ups. */
    readCounts: (event: string) => db.one<Record<string, number>>`
      select going_count, offered_count, interested_count, waiting_count,
        (select coalesce(sum(1 + guests), 0)::int from event_signups s
          where s.event_id = e.id and s.status = 'going') as going,
        (select count(*)::int from event_signups s
          where s.event_id = e.id and s.status = 'waiting') as waiting
      from events e where id = ${event}`,
    /** Returns the index in `memberIds` of each member with a place; -1 for a member that `memberIds` does not contain. */
    listGoing: async (event: string) => {
      const attendees = await db.many<{ user_id: string }>`
        select user_id from event_signups where event_id = ${event} and status = 'going'`
      return attendees.map(({ user_id }) => memberIds.indexOf(user_id)).toSorted((a, b) => a - b)
    },
    /** Returns the index in `memberIds` of each member for whom an email of this kind was queued. */
    listMailedMembers: async (event: string, kind: string) =>
      (await listMails(event, kind))
        .map(({ user_id }) => memberIds.indexOf(user_id))
        .toSorted((a, b) => a - b),
    readStatus: (event: string, user: string) => db.value<string>`
      select status from event_signups where event_id = ${event} and user_id = ${user}`,
    readSignupId: async (event: string, user: string) =>
      (await db.value<string>`
        select id from event_signups where event_id = ${event} and user_id = ${user}`) ?? "",
  }
}
