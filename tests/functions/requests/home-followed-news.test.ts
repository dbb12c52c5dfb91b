import { describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { getHome, getTitles, makeHomeScene } from "../../support/people/home.ts"
import type { Member } from "../../support/people/members.ts"
import { makeRelease } from "../../support/people/releases.ts"
import { makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const { owner, member, other } = makeHomeScene(db)

describe("the news of followed teams, artists and countries", () => {
  const getFollowedNews = async (viewer: Member) => (await getHome(viewer))["followed_news"]
  const follow = ({ browser }: Member, path: string) =>
    browser.send("PUT", `/api/${path}/follow`, {})
  const makeFollowedTeam = async ({ reviewed = true } = {}) => {
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

  test("an item is unread until the member reads its notification", async () => {
    const followed = await makeFollowedTeam()
    await makePost(db, followed.id, owner.id, { title: "We won" })
    expect(await getFollowedNews(other)).toMatchObject([{ title: "We won", is_unread: true }])
    await db.one`update notifications set read_at = now() where user_id = ${other.id}`
    expect(await getFollowedNews(other)).toMatchObject([{ title: "We won", is_unread: false }])
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
    expect(news).toMatchObject([
      {},
      { kind: "event", start_date: expect.any(String), time_zone: "Europe/Riga" },
      { kind: "release", release_type: expect.any(String) },
      {},
    ])
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
    const unreviewed = await makeFollowedTeam({ reviewed: false })
    const hidden = await makeFollowedTeam()
    for (const { id } of [unreviewed, hidden]) {
      await makePost(db, id, owner.id, { title: "Not yet" })
      await makeEvent(db, id, { title: "Not yet" })
    }
    await db.one`update teams set hidden_at = now() where id = ${hidden.id}`
    expect(await getFollowedNews(other)).toEqual([])
  })
})
