import { beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeProfile } from "../../support/factories.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeRelease } from "../../support/people/releases.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
} from "../../support/people/teams.ts"

const { db } = await openTestDatabase()

let owner: Member
let member: Member
let other: Member

beforeEach(async () => {
  owner = await makeMember(db)
  member = await makeMember(db)
  other = await makeMember(db)
  const team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora" })
  await addMember(db, team.id, member.id, "member")
  await makeEvent(db, team.id, { title: "Practice", type: "team" })
  await makePost(db, team.id, owner.id, { title: "Costumes" })
  await makePost(db, team.id, owner.id, { title: "A draft", published: false })
  await makeRequest(db, team.id, other.id)
})

/** Returns the lists of the member's home page. `answers` are sign-ups and refusals for events. */
const getHome = async (viewer: Member) => (await viewer.browser.get("/api/home")).json
const getTitles = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title)

test("an owner sees join requests and upcoming events, but not the owner's own posts", async () => {
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

test("a member sees events they signed up for, but not events they declined", async () => {
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

test("a member without a team gets empty lists, and is new until the profile has a name", async () => {
  const lists = { requests: [], events: [], followed_news: [], week: [], later: [], answers: [] }
  const emptyHome = { ...lists, country: null }
  await db.one`delete from events where event_type = 'public'`
  expect(await getHome(other)).toEqual({ ...emptyHome, is_new: true })
  await makeProfile(db, other.id, { display_name: "Other" })
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

  test("a canceled event of the member's team is on the home page if it is within a week and not declined", async () => {
    const team = await makeTeam(db, { [owner.id]: "owner", [other.id]: "member" })
    const canceledEvent = await makeCanceledEvent(team.id, getTimeInHours(48), getTimeInHours(50))
    await makeCanceledEvent(team.id, getTimeInHours(400), getTimeInHours(402))
    const declinedEvent = await makeCanceledEvent(team.id, getTimeInHours(24), getTimeInHours(26))
    await storeAnswer(declinedEvent, "not_going")
    expect(await getOwnEvents()).toMatchObject([{ id: canceledEvent }])
    expect(await getHome(member)).toMatchObject({ events: [{ title: "Practice" }] })
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
    await makeProfile(db, other.id, { display_name: "Other" })
    expect(await readCanAnswer()).toBe(true)
  })

  test.each([
    ["has not begun", { signup_from: "2100-01-01T00:00:00Z" }],
    ["is over", { signup_until: "2026-01-01T00:00:00Z" }],
    ["has a question", { signup_questions: [{ id: "size", text: "Size?", choices: [] }] }],
  ])("a member cannot sign up on the home page when the event's sign-up %s", async (_, change) => {
    await makeProfile(db, other.id, { display_name: "Other" })
    await makeOpenEvent("Cup", change)
    expect(await readCanAnswer()).toBe(false)
  })

  test("the home page has the guests and the note of a sign-up, so that a change can keep them", async () => {
    await makeProfile(db, other.id, { display_name: "Other" })
    const id = await makeOpenEvent("Cup")
    await db.one`
      insert into event_signups (event_id, user_id, status, guests, note)
      values (${id}, ${other.id}, 'going', 2, 'With my sister')`
    expect((await getHome(other))["events"]).toMatchObject([
      { answer: "going", guests: 2, note: "With my sister", takes_signups: true, can_answer: true },
    ])
  })
})

describe("the week in the member's country", () => {
  const getTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const getWeek = async () => (await getHome(other))["week"]
  const decline = async (id: string) => {
    const answer = { status: "not_going", guests: 0, note: null, answers: {} }
    const { status } = await other.browser.send("PUT", `/api/events/${id}/signup`, answer)
    expect(status).toBe(200)
  }
  beforeEach(async () => {
    await db.one`delete from events where event_type = 'public'`
    await db.one`update users set country = 'lt' where id = ${other.id}`
    await makeProfile(db, other.id, { display_name: "Other" })
  })

  test("the week has the public events of the next seven days, soonest first", async () => {
    const cup = await makeEvent(db, null, { title: "Cup", country: "lt", start: getTimeInDays(6) })
    const dance = await makeEvent(db, null, {
      title: "Dance",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`update events set takes_signups = true where id = ${dance.id}`
    await makeEvent(db, null, { title: "Later", country: "lt", start: getTimeInDays(8) })
    await makeEvent(db, null, { title: "In Latvia", country: "lv", start: getTimeInDays(2) })
    await db.one`update events set takes_signups = true, max_participants = 3 where id = ${cup.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status, guests)
      values (${cup.id}, ${member.id}, 'going', 1)`
    expect(await getWeek()).toMatchObject([
      { title: "Dance", places_left: null, can_answer: true },
      { title: "Cup", places_left: 1, can_answer: true },
    ])
    await decline(dance.id)
    expect(await getWeek()).toMatchObject([
      { title: "Dance", answer: "not_going" },
      { title: "Cup" },
    ])
  })

  test("the week has events without sign-up, with sign-up on another site, and without a country", async () => {
    await makeEvent(db, null, { title: "Open", country: "lt", start: getTimeInDays(1) })
    const linked = await makeEvent(db, null, {
      title: "Linked",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`
      update events set registration_url = 'https://tickets.example/1' where id = ${linked.id}`
    const online = await makeEvent(db, null, { title: "Online", start: getTimeInDays(3) })
    await db.one`update events set country = null where id = ${online.id}`
    expect(await getWeek()).toMatchObject([
      { title: "Open", can_sign_up: false, can_answer: false, registration_url: null },
      { title: "Linked", can_sign_up: true, registration_url: "https://tickets.example/1" },
      { title: "Online", country: null },
    ])
  })

  test("a member cannot sign up for a full event of the week", async () => {
    const fullEvent = await makeEvent(db, null, {
      title: "Full",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`update events set takes_signups = true, max_participants = 0 where id = ${fullEvent.id}`
    const eventBeforeSignup = await makeEvent(db, null, {
      title: "Early",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`
      update events set takes_signups = true, signup_from = ${getTimeInDays(1)} where id = ${eventBeforeSignup.id}`
    expect(await getWeek()).toMatchObject([
      { title: "Full", places_left: 0, can_sign_up: false },
      { title: "Early", can_sign_up: false, can_answer: false },
    ])
  })

  test("if the week has at most one event, later events are listed, those of the member's country first", async () => {
    const getLater = async () => (await getHome(other))["later"]
    const fullEvent = await makeEvent(db, null, {
      title: "Full",
      country: "lt",
      start: getTimeInDays(9),
    })
    await db.one`update events set takes_signups = true, max_participants = 0 where id = ${fullEvent.id}`
    for (const day of [10, 11, 12]) {
      await makeEvent(db, null, { title: `Day ${day}`, country: "lv", start: getTimeInDays(day) })
    }
    const cup = await makeEvent(db, null, { title: "Cup", country: "lv", start: getTimeInDays(30) })
    await db.one`update events set takes_signups = true where id = ${cup.id}`
    for (let day = 13; day <= 40; day += 1) {
      await makeEvent(db, null, { title: `Day ${day}`, country: "ee", start: getTimeInDays(day) })
    }
    expect(getTitles(await getLater())).toEqual(["Day 10", "Day 11", "Day 12", "Cup"])
    await decline(cup.id)
    expect(getTitles(await getLater())).toEqual(["Day 10", "Day 11", "Day 12", "Day 13"])
    await makeEvent(db, null, { title: "Lithuania", country: "lt", start: getTimeInDays(50) })
    expect(getTitles(await getLater())).toEqual(["Lithuania", "Day 10", "Day 11", "Day 12"])
    await makeEvent(db, null, { title: "Soon", country: "lt", start: getTimeInDays(1) })
    expect(getTitles(await getWeek())).toEqual(["Soon"])
    expect(getTitles(await getLater())).toEqual(["Lithuania", "Day 10", "Day 11", "Day 12"])
    await makeEvent(db, null, { title: "Tomorrow", country: "lt", start: getTimeInDays(1) })
    expect(await getLater()).toEqual([])
    await db.one`update users set country = 'other' where id = ${other.id}`
    expect(await getWeek()).toEqual([])
    expect(getTitles(await getLater())).toEqual(["Soon", "Tomorrow", "Day 10", "Day 11"])
  })

  test("the week leaves out canceled events, unreviewed events, and events that the member signed up for", async () => {
    const ownEvent = await makeEvent(db, null, {
      title: "My event",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${ownEvent.id}, ${other.id}, 'going')`
    const canceled = await makeEvent(db, null, {
      title: "Off",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`update events set is_cancelled = true where id = ${canceled.id}`
    const unreviewed = await makeTeam(db, { [owner.id]: "owner" }, { reviewed: false })
    await makeEvent(db, unreviewed.id, {
      title: "New team",
      country: "lt",
      start: getTimeInDays(1),
    })
    expect(await getWeek()).toEqual([])
  })
})

describe("the news of followed teams, artists and countries", () => {
  const getFollowedNews = async (member: Member) => (await getHome(member))["followed_news"]
  const follow = ({ browser }: Member, path: string) =>
    browser.send("PUT", `/api/${path}/follow`, {})
  const makeFollowedTeam = async (reviewed = true) => {
    const options = { name: "Borealis", country: "ee", reviewed } as const
    const team = await makeTeam(db, { [owner.id]: "owner" }, options)
    await follow(other, `teams/${team.slug}`)
    return team
  }

  test("the news has published posts of the member's teams and followed teams, newest first", async () => {
    const followed = await makeFollowedTeam()
    await makePost(db, followed.id, owner.id, { title: "A draft", published: false })
    const { id } = await makePost(db, followed.id, owner.id, { title: "We won" })
    await db.one`
      update team_posts set content_html = '<img src="/uploads/team-images/stage.webp">' where id = ${id}`
    expect(await getFollowedNews(other)).toMatchObject([
      {
        kind: "post",
        id,
        title: "We won",
        team_name: "Borealis",
        team_slug: followed.slug,
        picture_url: "/uploads/team-images/stage.webp",
      },
    ])
    expect(getTitles(await getFollowedNews(member))).toEqual(["Costumes"])
    expect(getTitles(await getFollowedNews(owner))).toEqual([])
    await follow(member, `teams/${followed.slug}`)
    expect(getTitles(await getFollowedNews(member))).toEqual(["We won", "Costumes"])
  })

  test("the news has posts, events and releases in one order, newest first", async () => {
    const followed = await makeFollowedTeam()
    const artist = await makeArtist(db, "Nova")
    await db.one`insert into follows (user_id, artist_id) values (${other.id}, ${artist.id})`
    await makePost(db, followed.id, owner.id, { title: "First" })
    await makeRelease(db, artist.id, { title: "Second" })
    await makeEvent(db, followed.id, { title: "Third" })
    await makePost(db, followed.id, owner.id, { title: "Fourth" })
    const news = await getFollowedNews(other)
    expect(getTitles(news)).toEqual(["Fourth", "Third", "Second", "First"])
  })

  test("the news has each upcoming public event of followed teams and countries once", async () => {
    const followed = await makeFollowedTeam()
    await follow(other, "countries/ee")
    await makeEvent(db, followed.id, { title: "Practice", type: "team" })
    await makeEvent(db, null, { title: "Over", country: "ee", start: "2026-01-01T10:00:00Z" })
    await makeEvent(db, null, { title: "In Latvia", country: "lv" })
    const canceled = await makeEvent(db, null, { title: "Canceled", country: "ee" })
    await db.one`update events set is_cancelled = true where id = ${canceled.id}`
    const cup = await makeEvent(db, followed.id, { title: "Cup", country: "ee" })
    await makeEvent(db, null, { title: "Picnic", country: "ee" })
    expect(await getFollowedNews(other)).toMatchObject([
      { kind: "event", title: "Picnic", team_name: null, country: "ee" },
      { kind: "event", title: "Cup", team_name: "Borealis", slug: cup.slug },
    ])
  })

  test("the news has one row per series, and at most ten rows", async () => {
    const followed = await makeFollowedTeam()
    const series = await db.value<string>`
      insert into event_series (team_id, rule, starts_at, ends_at, time_zone, until, generated_until)
      values (${followed.id}, 'FREQ=WEEKLY;BYDAY=MO', '2027-01-01', '2027-01-01', 'Europe/Riga',
        '2028-01-01', '2028-01-01')
      returning id`
    for (const day of [1, 2, 3]) {
      const start = new Date(Date.now() + day * 86_400_000).toISOString()
      const { id } = await makeEvent(db, followed.id, { title: `Class ${day}`, start })
      await db.one`update events set series_id = ${series}, series_date = ${start}::date where id = ${id}`
    }
    expect(getTitles(await getFollowedNews(other))).toEqual(["Class 1"])
    for (let post = 1; post <= 11; post += 1) {
      await makePost(db, followed.id, owner.id, { title: `Post ${post}` })
    }
    expect(getTitles(await getFollowedNews(other))).toHaveLength(10)
    expect(getTitles(await getFollowedNews(other))[0]).toBe("Post 11")
  })

  test("the news has no unreviewed or hidden content of followed teams", async () => {
    const unreviewed = await makeFollowedTeam(false)
    const hidden = await makeFollowedTeam()
    for (const { id } of [unreviewed, hidden]) {
      await makePost(db, id, owner.id, { title: "Not yet" })
      await makeEvent(db, id, { title: "Not yet" })
    }
    await db.one`update teams set hidden_at = now() where id = ${hidden.id}`
    expect(await getFollowedNews(other)).toEqual([])
  })
})
