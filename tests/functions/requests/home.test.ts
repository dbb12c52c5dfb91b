import { describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { getHome, getTitles, makeHomeScene } from "../../support/people/home.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const { owner, member, other } = makeHomeScene(db)

test("a team's owner sees join requests and upcoming events, but not posts by the owner", async () => {
  const { requests, events, followed_news } = await getHome(owner)
  expect(requests).toEqual([expect.objectContaining({ name: "Aurora", count: 1 })])
  expect(getTitles(events)).toEqual(["Practice"])
  expect(getTitles(followed_news)).toEqual([])
})

test("a member sees the team's events and posts, but no drafts or join requests", async () => {
  const { requests, events, followed_news } = await getHome(member)
  expect(requests).toEqual([])
  expect(getTitles(events)).toEqual(["Practice"])
  expect(getTitles(followed_news)).toEqual(["Costumes"])
})

test("a member sees events with a sign-up by the member, but not events that the member declined", async () => {
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const cup = await makeEvent(db, team.id, { title: "Cup" })
  const camp = await makeEvent(db, team.id, { title: "Camp" })
  await db.one`update events set takes_signups = true, max_participants = 0 where id = ${cup.id}`
  await db.one`
    insert into event_signups (event_id, user_id, status, queue)
    values (${cup.id}, ${other.id}, 'waiting', 1), (${camp.id}, ${other.id}, 'not_going', null)`
  const { events, answers } = await getHome(other)
  expect(events).toMatchObject([{ title: "Cup", slug: cup.slug, answer: "waiting" }])
  expect(answers).toEqual([
    { slug: cup.slug, status: "waiting" },
    { slug: camp.slug, status: "not_going" },
  ])
})

test("a member who goes to an event gets the id for its entry code", async () => {
  const { id } = await makeEvent(db, null, { title: "Cup" })
  await db.one`
    insert into event_signups (event_id, user_id, status) values (${id}, ${other.id}, 'going')`
  const signup = await db.one<{ id: string }>`
    select id from event_signups where event_id = ${id} and user_id = ${other.id}`
  expect((await getHome(other))["events"]).toMatchObject([{ id, signup_id: signup?.id }])
})

test("a member without a team gets empty lists, and counts as new until the profile has a name", async () => {
  const lists = { requests: [], events: [], followed_news: [], week: [], later: [], answers: [] }
  const emptyHome = { ...lists, country: null }
  await db.one`delete from events where event_type = 'public'`
  expect(await getHome(other)).toEqual({ ...emptyHome, is_new: true })
  await storeProfile(db, other.id, { display_name: "Other" })
  expect(await getHome(other)).toEqual({ ...emptyHome, is_new: false })
})

test.each([
  ["lv", "lv"],
  ["other", null],
])(
  "for a member who lives in %s, the home page has the country %s",
  async (memberCountry, country) => {
    await db.one`update users set country = ${memberCountry} where id = ${other.id}`
    expect((await getHome(other)).country).toBe(country)
  },
)

describe("canceled events", () => {
  const HOUR_MS = 3_600_000
  const getTimeInHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const makeCanceledEvent = async (team: string | null, start: string, end: string) => {
    const { id } = await makeEvent(db, team, { title: "Off", start })
    // In UTC, the day of the event is the day of the test.
    await db.one`
      update events set is_cancelled = true, start_date = ${start}, end_date = ${end}, time_zone = 'UTC'
      where id = ${id}`
    return id
  }
  const storeAnswer = (id: string, status: string) => db.one`
    insert into event_signups (event_id, user_id, status, queue)
    values (${id}, ${other.id}, ${status}, ${status === "waiting" ? 1 : null})`
  const getOwnEvents = async () => (await getHome(other))["events"]
  const getDayStart = () => new Date().setUTCHours(0, 0, 0, 0)
  const toIso = (ms: number) => new Date(ms).toISOString()

  test.each(["going", "waiting"])(
    "a canceled event stays on the home page of a member who is %s",
    async (status) => {
      const id = await makeCanceledEvent(null, getTimeInHours(400), getTimeInHours(402))
      await storeAnswer(id, status)
      expect(await getOwnEvents()).toMatchObject([{ id, is_cancelled: true, can_answer: false }])
    },
  )

  test("a canceled event stays on the home page until the end of its day in its time zone", async () => {
    const today = await makeCanceledEvent(null, toIso(getDayStart()), toIso(getDayStart() + 1))
    await storeAnswer(today, "going")
    const yesterday = await makeCanceledEvent(
      null,
      toIso(getDayStart() - 2 * HOUR_MS),
      toIso(getDayStart()),
    )
    await storeAnswer(yesterday, "going")
    const finished = await makeCanceledEvent(null, toIso(getDayStart()), toIso(getDayStart() + 1))
    await db.one`update events set is_cancelled = false where id = ${finished}`
    await storeAnswer(finished, "going")
    expect(await getOwnEvents()).toMatchObject([{ id: today }])
  })

  test("a canceled event of the member's team is listed within a week if it is not declined", async () => {
    const team = await makeTeam(db, { [owner.id]: "owner", [other.id]: "member" })
    const canceledEvent = await makeCanceledEvent(team.id, getTimeInHours(48), getTimeInHours(50))
    await makeCanceledEvent(team.id, getTimeInHours(400), getTimeInHours(402))
    const declinedEvent = await makeCanceledEvent(team.id, getTimeInHours(24), getTimeInHours(26))
    await storeAnswer(declinedEvent, "not_going")
    expect(await getOwnEvents()).toMatchObject([{ id: canceledEvent }])
    const { events } = await getHome(member)
    expect(getTitles(events), "of a member of another team").toEqual(["Practice"])
  })
})

describe("sign-ups on the home page", () => {
  const makeOpenEvent = async (title: string, change: Record<string, unknown> = {}) => {
    const team = await makeTeam(db, { [owner.id]: "owner", [other.id]: "member" })
    const { id } = await makeEvent(db, team.id, { title })
    const settings = { signup_from: null, signup_until: null, signup_questions: [], ...change }
    await db.one`
      update events set takes_signups = true,
        signup_from = ${settings.signup_from as string | null},
        signup_until = ${settings.signup_until as string | null},
        signup_questions = ${JSON.stringify(settings.signup_questions)}::jsonb
      where id = ${id}`
    return id
  }
  const readCanAnswer = async () =>
    ((await getHome(other))["events"] as { can_answer: boolean }[])[0]?.can_answer

  test("a member with a name can sign up while sign-up is open", async () => {
    await makeOpenEvent("Cup")
    expect(await readCanAnswer(), "without a name").toBe(false)
    await storeProfile(db, other.id, { display_name: "Other" })
    expect(await readCanAnswer()).toBe(true)
  })

  test.each([
    ["has not begun", { signup_from: "2100-01-01T00:00:00Z" }],
    ["is over", { signup_until: "2026-01-01T00:00:00Z" }],
    ["has a question", { signup_questions: [{ id: "size", text: "Size?", choices: [] }] }],
  ])("a member cannot sign up on the home page when the event's sign-up %s", async (_, change) => {
    await storeProfile(db, other.id, { display_name: "Other" })
    await makeOpenEvent("Cup", change)
    expect(await readCanAnswer()).toBe(false)
  })

  test("the home page has the guests and the note of a sign-up", async () => {
    await storeProfile(db, other.id, { display_name: "Other" })
    const id = await makeOpenEvent("Cup")
    await db.one`
      insert into event_signups (event_id, user_id, status, guests, note)
      values (${id}, ${other.id}, 'going', 2, 'With my sister')`
    expect((await getHome(other))["events"]).toMatchObject([
      { answer: "going", guests: 2, note: "With my sister", takes_signups: true, can_answer: true },
    ])
  })
})
