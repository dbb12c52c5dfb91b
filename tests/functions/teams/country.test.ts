/** Tests the last country of COUNTRIES. `add-a-country.test.ts` runs this file in a project with a fourth country. */
import { expect, test, vi } from "vitest"
import { generateFonts } from "../../../scripts/fonts.ts"
import { drawMotif } from "../../../src/art/motifs.ts"
import { PALETTES } from "../../../src/art/palette.ts"
import { MOTIFS } from "../../../src/art/pictures.ts"
import { COVER_SIZE, drawEventLettering, drawTeamPoster } from "../../../src/art/posters/posters.ts"
import { COUNTRIES } from "../../../src/countries.ts"
import { feedPath } from "../../../src/features/events/feeds/paths.ts"
import { Hero } from "../../../src/features/home/Home.tsx"
import { TeamList } from "../../../src/features/teams/directory/TeamList.tsx"
import { makeTeam as makeTeamRow } from "../../../src/features/teams/fixtures.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { tFor } from "../../../src/i18n/t-for.ts"
import { renderHtml } from "../../../src/ui/html.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeEvent, makeTeam, teamFields } from "../../support/people/teams.ts"

const country = COUNTRIES.at(-1) ?? COUNTRIES[0]

const { db } = await openTestDatabase()

vi.stubEnv("SITE", "https://daina.test")
const owner = await makeMember(db, { displayName: "Owner" })

test("the database accepts only the countries of the list", async () => {
  const definition = await db.value<string>`
    select pg_get_constraintdef(oid) from pg_constraint where contypid = 'country_code'::regtype`
  const codes = Array.from(definition?.matchAll(/'(\w+)'/g) ?? [], ([, code]) => code)
  expect(codes).toEqual([...COUNTRIES])
})

test("a team and a member's account store the country, and lists can be filtered by it", async () => {
  await makeTeam(db, { [owner.id]: "owner" }, { slug: "elsewhere" })
  const team = { ...teamFields, name: "Here", slug: "here", country }
  expect(await owner.browser.send("POST", "/api/teams", team)).toMatchObject({
    status: 201,
    json: { country },
  })
  const teamList = await owner.browser.get(`/api/teams?country=${country}`)
  expect(teamList.json).toMatchObject({ teams: [{ slug: "here" }] })

  await makeEvent(db, null, { slug: "party", country })
  await makeEvent(db, null, { slug: "other-party" })
  const calendar = await owner.browser.get(`/api/events?country=${country}`)
  expect(calendar.json).toMatchObject({ events: [{ slug: "party" }] })

  const response = await owner.browser.send("PATCH", "/api/account", { country })
  expect(response).toMatchObject({ status: 200, json: { country } })
})

test("in every language, the home page and the filter of the team list offer the country", () => {
  for (const locale of LOCALES) {
    const name = tFor(locale)(`common:countries.${country}`)
    expect(name).not.toContain("countries.")
    const homeHtml = renderHtml(Hero, { locale })
    expect(homeHtml).toContain(`${localePath("/calendar", locale)}?country=${country}`)
    expect(homeHtml).toContain(name)
    for (const text of ["countries", "country", "thisWeek", "comingUp"] as const) {
      expect(tFor(locale)(`home:${text}.${country}`)).not.toContain(`${text}.`)
    }
    const teamListHtml = renderHtml(TeamList, { locale, teams: [makeTeamRow("here", { country })] })
    expect(teamListHtml).toContain(`<option value="${country}">${name}</option>`)
    expect(teamListHtml).toContain(`place-${country}`)
  }
})

test("generated pictures have the country's colors", async () => {
  await generateFonts()
  for (const motif of MOTIFS) {
    const svg = drawMotif({ motif, number: 0, country, width: 320, height: 158 })
    expect(svg).toContain(PALETTES[country].lights[0])
    expect(svg).toMatch(/^<svg [^>]*width="320" height="158"/)
  }
  const team = { slug: "here", name: "Here", location: null }
  expect(await drawTeamPoster({ ...team, country }, COVER_SIZE)).not.toBe(
    await drawTeamPoster({ ...team, country: "all" }, COVER_SIZE),
  )
  const event = { day: "1.12.", title: null, time: null, location: null }
  expect(await drawEventLettering({ ...event, country }, COVER_SIZE)).not.toBe(
    await drawEventLettering({ ...event, country: "all" }, COVER_SIZE),
  )
})

test("the country has a calendar feed with its events in every language", async () => {
  const { GET, getStaticPaths } = await import("../../../src/pages/[...feed].ics.ts")
  const feeds = await getStaticPaths()
  for (const locale of LOCALES) {
    const path = localePath(feedPath(country), locale)
    const feed = feeds.find(({ params }) => `/${params.feed}.ics` === path)
    expect(feed?.props.name).toContain(tFor(locale)(`common:countries.${country}`))
    const response = await GET({ props: feed?.props } as Parameters<typeof GET>[0])
    const text = await response.text()
    expect(text).toContain("/events/party")
    expect(text).not.toContain("/events/other-party")
  }
})
