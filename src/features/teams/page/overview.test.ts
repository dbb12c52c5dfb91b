import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { NearYou } from "../../account/welcome/NearYou.tsx"
import type { PublicEvent } from "../../events/event.ts"
import { makeEvent } from "../../events/fixtures.ts"
import { makePost, makeTeam } from "../fixtures.ts"
import { getPostThumbnail } from "../pictures.ts"
import type { TeamPost } from "../schema.ts"
import { createOverview, TeamOverview } from "./TeamOverview.tsx"

const makeUpcomingEvent = (title: string, day: string, changes: Partial<PublicEvent> = {}) =>
  makeEvent({
    id: title,
    slug: title,
    title,
    start_date: `2099-01-${day}T15:00:00.000Z`,
    end_date: `2099-01-${day}T18:00:00.000Z`,
    ...changes,
  })
const CANCELED = makeUpcomingEvent("off", "01", { is_cancelled: true })
const EVENTS = [CANCELED, makeUpcomingEvent("one", "02"), makeUpcomingEvent("two", "03")]

const renderOverview = (events: PublicEvent[]) =>
  renderToStaticMarkup(
    createElement(TeamOverview, {
      locale: "en",
      team: makeTeam("stars"),
      overview: createOverview(events, []),
    }),
  )

test("a team's page lists canceled events last and marks them", () => {
  const page = renderOverview(EVENTS)
  const titles = Array.from(page.matchAll(/\/events\/(\w+)"/g), ([, slug]) => slug)
  expect(titles).toEqual(["one", "two", "off"])
  expect(page.match(/Canceled/g)).toHaveLength(1)
})

test("the attribute data-ends of the list of next events is the end of the last event", () => {
  expect(renderOverview(EVENTS)).toContain(`data-ends="${EVENTS[2]?.end_date}" aria-labelledby`)
})

test("a canceled event is left out if a team has three other events (MAX_TEAM_EVENTS)", () => {
  const events = [...EVENTS, makeUpcomingEvent("three", "04")]
  expect(createOverview(events, []).next_events).not.toContain(CANCELED)
})

test("events on a team's page have a link to sign up, except canceled events", () => {
  const signups = { ...makeEvent().signups, takes_signups: true }
  const page = renderOverview(EVENTS.map((event) => ({ ...event, signups })))
  const links = Array.from(page.matchAll(/\/events\/(\w+)#signup"/g), ([, slug]) => slug)
  expect(links).toEqual(["one", "two"])
})

test("the welcome page suggests no canceled events", () => {
  const page = renderToStaticMarkup(
    createElement(NearYou, { locale: "en", country: null, teams: [], events: EVENTS }),
  )
  expect(page).toContain("/events/one")
  expect(page).not.toContain("/events/off")
})

test("the picture of a post is the video's still image, else the first photo, else generated art", () => {
  const photo =
    '<p>Hi</p><img src="/uploads/team-images/a-800x600.webp" srcset="/uploads/team-images/a-800x600-640.webp 640w">'
  const still = "/uploads/team-images/still.webp"
  const getThumbnail = (changes: Partial<TeamPost>) => {
    const [card] = createOverview([], [makePost("a", changes)]).newest_posts
    return card && getPostThumbnail(card, null)
  }
  expect(getThumbnail({ video_thumb_url: still, content_html: photo })).toBe(
    "/uploads/team-images/still-640.webp",
  )
  expect(getThumbnail({ content_html: photo })).toBe("/uploads/team-images/a-800x600-640.webp")
  expect(getThumbnail({})).toMatch(/^\/art\//)
})
