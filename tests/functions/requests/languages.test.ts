import { beforeEach, describe, expect, test } from "vitest"
import { readSearchableContent } from "../../../src/content/search-index/entries.ts"
import { isShownIn } from "../../../src/features/search/index-format.ts"
import { LOCALES, type Locale } from "../../../src/i18n/locales.ts"
import { expectErrors, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { adminEventFields, ideaFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import {
  eventFields,
  makeTeam,
  postFields,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
const builds = startBuildHook()
let team: TestTeam

const owner = await makeMember(db, { displayName: "Owner" })
const superAdmin = await makeMember(db, { role: "super_admin" })
beforeEach(async () => {
  team = await makeTeam(db, { [owner.id]: "owner" })
  builds.calls.length = 0
})

const readTeam = async () =>
  (await openBrowser().get(`/api/teams/${team.slug}`)).json as {
    updated_at: string
    language: string
    translations: object
  }
const saveTeam = async (body: object, member = owner) =>
  member.browser.send("PATCH", `/api/teams/${team.slug}`, {
    ...teamChange,
    slug: team.slug,
    description: "We dance",
    updated_at: (await readTeam()).updated_at,
    ...body,
  })

const LATVIAN = { lv: { description: "Mēs dejojam" } }

describe("a team's translations", () => {
  test("a save without translations keeps all, and a save with translations replaces all", async () => {
    expect((await saveTeam({ translations: LATVIAN })).json).toMatchObject({
      language: "en",
      translations: LATVIAN,
    })
    expect(builds.calls).toEqual(["POST"])
    await saveTeam({ name: "Renamed" })
    expect(await readTeam()).toMatchObject({ name: "Renamed", translations: LATVIAN })
    await saveTeam({ translations: {} })
    expect((await readTeam()).translations).toEqual({})
  })

  test("the original text and a translation can be swapped", async () => {
    await saveTeam({ translations: LATVIAN })
    const swapped = {
      language: "lv",
      description: "Mēs dejojam",
      translations: { en: { description: "We dance" } },
    }
    expect((await saveTeam(swapped)).status).toBe(200)
    expect(await readTeam()).toMatchObject(swapped)
  })

  test("an edit of an outdated version is refused with the current translations", async () => {
    const { updated_at } = await readTeam()
    await saveTeam({ translations: LATVIAN })
    const refused = await saveTeam({ translations: {}, updated_at })
    expect(refused).toMatchObject({
      status: 409,
      json: { code: "stale", current: { translations: LATVIAN } },
    })
    expect((await readTeam()).translations).toEqual(LATVIAN)
  })

  const DESCRIPTION_FIELD = "translations.lv.description"
  test.each([
    ["an empty translation", "lv", " ", { [DESCRIPTION_FIELD]: "required" }],
    ["a translation that is too long", "lv", "x".repeat(4001), { [DESCRIPTION_FIELD]: "too_long" }],
    ["a translation into an unsupported language", "fi", "x", { translations: "invalid" }],
    ["a translation into the original's language", "en", "x", { translations: "invalid" }],
  ])("%s is refused", async (_, language, description, errors) => {
    expectErrors(await saveTeam({ translations: { [language]: { description } } }), errors)
    expect((await readTeam()).translations).toEqual({})
  })

  test("the original cannot change to the language of a translation", async () => {
    await saveTeam({ translations: LATVIAN })
    expect((await saveTeam({ language: "lv" })).status).toBe(422)
  })
})

test("a new team's text has the language that the form sends", async () => {
  const { name, description, location, country } = teamChange
  const body = { name, description, location, country, slug: `${team.slug}-lt`, language: "lt" }
  const response = await owner.browser.send("POST", "/api/teams", body)
  expect(response).toMatchObject({ status: 201, json: { language: "lt", translations: {} } })
})

const RUSSIAN = { ru: { title: "Тренировка", description: null } }

test("an edit of an event keeps omitted translations, and an empty object removes them", async () => {
  const body = { ...eventFields, team_id: team.id, language: "et", translations: RUSSIAN }
  const { json } = await owner.browser.send("POST", "/api/events", body)
  expect(json).toMatchObject({ language: "et", translations: RUSSIAN, revision: 0 })
  const { updated_at } = json
  const path = `/api/events/${json["id"]}`
  const withoutTranslations = { ...eventFields, team_id: team.id, updated_at }
  const unchanged = await owner.browser.send("PATCH", path, withoutTranslations)
  expect(unchanged.json).toMatchObject({ language: "et", translations: RUSSIAN })
  const change = {
    ...withoutTranslations,
    updated_at: unchanged.json["updated_at"],
    translations: {},
  }
  const emptied = await owner.browser.send("PATCH", path, change)
  expect(emptied.json).toMatchObject({ translations: {}, revision: 2 })
})

test("a translation of an event requires a title", async () => {
  const translations = { ru: { title: "", description: "x" } }
  const body = { ...eventFields, team_id: team.id, translations }
  expectErrors(await owner.browser.send("POST", "/api/events", body), {
    "translations.ru.title": "required",
  })
})

test("a super admin finds an event without a team by its translation", async () => {
  const { event_type: _, ...fields } = eventFields
  const translations = { lv: { title: "Dejošanas nakts", description: "Līdz rītam" } }
  const body = { ...adminEventFields, ...fields, translations }
  const created = await superAdmin.browser.send("POST", "/api/admin/events", body)
  expect(created).toMatchObject({ status: 201, json: { translations } })
  const response = await superAdmin.browser.get("/api/admin/events?search=dejosanas+nakts")
  expect(response.json).toMatchObject({ events: [{ id: created.json["id"] }] })
})

test("a post's language is detected until the author chooses one", async () => {
  const path = `/api/teams/${team.slug}/posts`
  const text = { ...postFields, title: "Mēs meklējam dejotājus", content: "Nāc ciemos!" }
  const { json: post } = await owner.browser.send("POST", path, text)
  expect(post).toMatchObject({ language: "lv", is_language_guessed: true })
  const edit = async (body: object, current: Record<string, unknown>) =>
    (
      await owner.browser.send("PATCH", `/api/posts/${current["id"]}`, {
        ...text,
        updated_at: current["updated_at"],
        ...body,
      })
    ).json
  const chosen = await edit({ language: "lt" }, post)
  expect(chosen).toMatchObject({ language: "lt", is_language_guessed: false })
  const unchanged = await edit({ title: "Still so" }, chosen)
  expect(unchanged).toMatchObject({ language: "lt", is_language_guessed: false })
  const laterEdit = await edit(
    { language: null, title: "Tere kõigile", content: "Otsime tantsijaid" },
    unchanged,
  )
  expect(laterEdit).toMatchObject({ language: "et", is_language_guessed: true })
})

test("an idea's language is detected until an admin chooses one", async () => {
  const texts = { title: "Ночной автобус", description: "После концертов домой" }
  const idea = { ...ideaFields, ...texts, reply: null }
  const { json } = await superAdmin.browser.send("POST", "/api/admin/ideas", idea)
  expect(json).toMatchObject({ language: "ru", is_language_guessed: true })
  const chosen = await superAdmin.browser.send("PATCH", `/api/admin/ideas/${json["id"]}`, {
    ...idea,
    language: "en",
    updated_at: json["updated_at"],
  })
  expect(chosen.json).toMatchObject({ language: "en", is_language_guessed: false })
})

test("search in each language finds each entry once, in the version that visitors see", async () => {
  await db.one`delete from events`
  await db.one`
    insert into events (slug, title, start_date, end_date, translations)
    values ('night', 'Night', now(), now(), '{"lv": {"title": "Nakts"}, "ru": {"title": "Ночь"}}')`
  await db.one`
    update teams set description = 'Šokame', language = 'lt' where slug = ${team.slug}`
  await db.one`
    insert into team_posts (team_id, title, is_published, language)
    select id, 'Tere', true, 'et' from teams where slug = ${team.slug}`
  const { groups: unresolvedGroups } = await readSearchableContent()
  const groups = await Promise.all(
    unresolvedGroups.map(async (group) => {
      const entries = await Promise.all(group.entries.map((makeEntry) => makeEntry()))
      return { ...group, entries: entries.filter((entry) => entry !== null) }
    }),
  )
  /** Returns the title and language of the entries about this test's event, team and post. */
  const listFoundTitles = (locale: Locale) =>
    groups
      .filter((group) => group.kind !== "page" && isShownIn(group, locale))
      .flatMap(({ language, entries }) => entries.map((entry) => ({ ...entry, language })))
      .filter(({ path }) => path === "/events/night" || path.startsWith(`/teams/${team.slug}`))
      // The team is called “Stars” in all languages, so its description is compared.
      .map(({ title, text, language }) => [title === "Stars" ? text : title, language])
  const translatedTitles: Partial<Record<Locale, string>> = { lv: "Nakts", ru: "Ночь" }
  for (const locale of LOCALES) {
    const translatedTitle = translatedTitles[locale]
    const event = translatedTitle ? [translatedTitle, locale] : ["Night", "en"]
    expect(listFoundTitles(locale)).toEqual([["Šokame", "lt"], ["Tere", "et"], event])
  }
})
