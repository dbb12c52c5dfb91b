import type { Page } from "@playwright/test"
import type { Db } from "../../../db/client.ts"
import { makeUser } from "../../support/factories.ts"
import { makeCase } from "../../support/people/reports.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { type Member, signIn, signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"

test.use({ rebuilds: true, viewport: { width: 320, height: 640 } })

const WORD = "Superkalifragilistik".repeat(4)
const SLUG = WORD.toLowerCase()
const SECOND_TEAM_NAME = `${WORD.slice(0, 76)}long`

let db: Db
let fan: Member
let friendId: string

async function insertLongWords(page: Page): Promise<void> {
  fan = await signInNewMember(page, { profile: { display_name: WORD } })
  const email = `${WORD.slice(0, 64).toLowerCase()}@daina.test`
  await db.one`delete from users where email = ${email}`
  await db.one`update users set email = ${email}, email_verified_at = now() where id = ${fan.id}`
  fan = { ...fan, email }
  const html = `<h2>${WORD}</h2><p>${WORD} <a href="https://${SLUG}.ee/">${WORD}</a>
    <code>${WORD}</code></p><ul><li>${WORD}</li></ul><blockquote><p>${WORD}</p></blockquote>
    <pre><code>${WORD}</code></pre>`
  await db.one`
    update profiles set bio = ${WORD}, favorite_song_id = 'snapshot-x', favorite_song_name = ${WORD},
      favorite_song_artist = ${WORD}, music_likes_public = true,
      privacy_settings = privacy_settings || '{"show_bio": true}'
    where user_id = ${fan.id}`
  friendId = (await makeUser(db, { email: `b${email.slice(1)}`, displayName: WORD })).id
  const team = await makeTeam(
    db,
    { [fan.id]: "owner", [friendId]: "member" },
    { name: WORD, slug: SLUG, location: WORD, country: "lv" },
  )
  const secondTeamFields = { name: SECOND_TEAM_NAME, slug: SECOND_TEAM_NAME.toLowerCase() }
  const { id: secondTeamId } = await makeTeam(db, { [friendId]: "owner" }, secondTeamFields)
  const report = { reporters: [friendId], reason: "other", details: WORD } as const
  await makeCase(db, "team", team.id, { title: WORD, ...report })
  await db.one`
    update teams set description = ${WORD}, is_verified = true, website_url = ${`https://${SLUG}.ee/`}
    where id = ${team.id}`
  await db.one`
    with requests as (
      insert into team_join_requests (team_id, user_id, message)
      select ${team.id}::uuid, id, ${WORD} from users where email = 'member@daina.test'
      union all select ${secondTeamId}::uuid, ${fan.id}::uuid, ${WORD}
    ), posts as (
      insert into team_posts (team_id, user_id, title, content, content_html, is_published, video_url, video_type)
      select ${team.id}::uuid, ${fan.id}::uuid, ${WORD}, ${WORD}, ${html}, n > 0,
        case when n = 1 then 'https://youtu.be/dQw4w9WgXcQ' end, case when n = 1 then 'youtube' end
      from generate_series(0, 2) n
    ), dates as (
      insert into events (title, slug, description, location, prize, max_participants, registration_url,
        featured, event_type, team_id, user_id, start_date, end_date)
      select ${WORD}, ${SLUG} || '-' || n, ${WORD}, ${WORD}, ${WORD}, 12, ${`https://${SLUG}.ee/`},
        n < 3, case when n = 4 then 'team' else 'public' end, case when n > 2 then ${team.id}::uuid end,
        ${fan.id}::uuid, date_trunc('hour', now()) + n * interval '1 hour' + interval '1 day',
        date_trunc('hour', now()) + n * interval '1 hour' + interval '26 hours'
      from generate_series(1, 4) n
    ), articles as (
      insert into news (title, slug, excerpt, content, content_html, is_published, published_at,
        is_featured, author_id)
      select ${WORD}, ${SLUG} || '-' || n, ${WORD}, ${WORD}, ${html}, true,
        now() - n * interval '1 minute', n = 1, ${fan.id}::uuid
      from generate_series(1, 3) n
    ), idea as (
      insert into ideas (title, description, category, is_popular, is_featured, reply)
      values (${WORD}, ${WORD}, 'events', true, true, ${WORD})
    ), suggestion as (
      insert into suggestions (name, email, title, description, category, priority, language, tries,
        last_error)
      values (${WORD}, ${email}, ${WORD}, ${WORD}, 'events', 'high', 'en', 1, ${WORD})
    ), item as (
      update catalogue_items set name = ${WORD}, artists = array[${WORD}],
        album_name = case item_type when 'song' then ${WORD} end
      where rank <= 2 returning item_type, item_id
    ), liked as (
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
      select ${fan.id}::uuid, item_type, item_id, ${WORD}, ${WORD} from item
    )
    insert into mails (user_id, kind, language, tries, failed_at, last_error)
    values (${fan.id}, 'verify_email', 'en', 10, now(), ${WORD})`
  // The queue shows unreviewed posts, and the home page reviewed posts.
  await db.one`update team_posts set reviewed_at = null where title = ${WORD} and video_url is not null`
}

async function deleteLongWords(): Promise<void> {
  await db.batch(
    [
      ...["teams", "events", "news"].map((table) => [table, "slug", `${SLUG.slice(0, 70)}%`]),
      ["ideas", "title", WORD],
      ["suggestions", "title", WORD],
      ["users", "email", `%${SLUG.slice(1, 60)}%`],
    ].map(([table, column, like]) => ({
      text: `delete from ${table} where ${column} like $1`,
      params: [like],
    })),
  )
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000)
  db = await connectToDatabase()
  await deleteLongWords()
  const page = await browser.newPage()
  await insertLongWords(page)
  await signInAs(page, "super")
  const before = Date.now()
  expect((await page.request.post("/api/admin/build", { data: {} })).status()).toBe(202)
  // A build that started earlier may lack the rows.
  const isBuilt = async () => {
    const { build } = await (await page.request.get("/api/admin/build")).json()
    return Date.parse(build.started_at) > before && build.status === "succeeded"
  }
  await expect.poll(isBuilt, { timeout: 110_000 }).toBe(true)
  await page.close()
})

test.afterAll(deleteLongWords)

/** Returns descriptions of elements that are wider than the window or cut off their text. */
const findOverflow = () => {
  const excessWidth = document.documentElement.scrollWidth - innerWidth
  const names: string[] = excessWidth > 0 ? [`the page, by ${excessWidth} px`] : []
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|clip|hidden/.test(getComputedStyle(element).overflowX) ||
      isScrolled(element.parentElement))
  for (const element of document.querySelectorAll("body *")) {
    const { right, width, height } = element.getBoundingClientRect()
    const name = `${element.tagName.toLowerCase()}.${element.className}`
    if (width > 0 && height > 0 && right > innerWidth + 1 && !isScrolled(element.parentElement)) {
      names.push(`${name} ends at ${Math.round(right)}`)
    }
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (
      /hidden|clip/.test(overflowX) &&
      textOverflow !== "ellipsis" &&
      width > 20 &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.textContent?.includes("kalifragil")
    ) {
      names.push(`${name} cuts its text off`)
    }
  }
  return names.slice(0, 5)
}

const overflows: string[] = []

async function expectFit(page: Page, name: string): Promise<void> {
  const word = page.getByText(/superkalifragil/i).filter({ visible: true })
  await expect(word.first(), name).toBeVisible()
  for (const overflow of await page.evaluate(findOverflow)) overflows.push(`${name}: ${overflow}`)
}

async function expectPagesToFit(page: Page, viewer: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState("networkidle")
    await expectFit(page, `${viewer} ${path}`)
  }
}

const TEAM = `/teams/${SLUG}`
const PUBLIC_PATHS = [
  ...["/", "/news", `/news/${SLUG}-1`, `/events/${SLUG}-1`, `/events/${SLUG}-3`, "/calendar"],
  ...["/teams", TEAM, `${TEAM}#blog`, `${TEAM}#members`, "/music", "/suggest-idea"],
]

async function expectSearchToFit(page: Page, name: string): Promise<void> {
  await page.goto("/about")
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click()
  await page.getByRole("dialog").getByRole("searchbox").fill(WORD)
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible()
  await expectFit(page, name)
}

async function expectDialogsToFit(
  page: Page,
  name: string,
  buttons: RegExp[],
  menuItem = "Delete",
): Promise<void> {
  for (const button of buttons) {
    const row = page.locator("main li, main article").filter({ hasText: WORD })
    await row.getByRole("button", { name: button }).first().click()
    const menu = page.getByRole("menuitem", { name: menuItem }).filter({ visible: true })
    if (await menu.count()) await menu.click()
    await expect(page.getByRole("dialog").filter({ visible: true })).toBeVisible()
    await expectFit(page, `${name} ${button.source}`)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0)
  }
}

const ADMIN_LISTS = [
  "news",
  "events",
  "teams",
  "posts",
  "users",
  "ideas",
  "suggestions",
  "reports",
  "newcomers",
  "audit",
]

test("a word of eighty letters makes no page wider than the smallest phone", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  test.setTimeout(240_000)
  await expectPagesToFit(page, "anonymous visitor", [...PUBLIC_PATHS, `/members/${fan.id}`])
  await expectSearchToFit(page, "anonymous visitor, search")

  const memberPage = await otherPages.openBrowser()
  expect(await signIn(memberPage, fan)).toBe(true)
  await expectPagesToFit(memberPage, "member", [
    ...PUBLIC_PATHS,
    ...[`${TEAM}/manage`, "/profile", `/members/${fan.id}`, `/members/${friendId}`],
  ])

  await memberPage.goto("/calendar")
  for (const menuItem of ["Edit", "Delete"]) {
    await expectDialogsToFit(memberPage, "calendar", [/^Actions: /], menuItem)
  }
  await memberPage.goto(`${TEAM}#blog`)
  await expectDialogsToFit(memberPage, "blog", [/^Edit /, /^Delete /])

  const adminPage = await otherPages.openBrowser()
  await signInAs(adminPage, "super")
  await expectPagesToFit(adminPage, "admin", [
    "/admin",
    ...ADMIN_LISTS.map((list) => `/admin/${list}`),
  ])
  for (const list of ["news", "events", "teams", "ideas"]) {
    await adminPage.goto(`/admin/${list}`)
    await expectDialogsToFit(adminPage, list, [/^Edit/, /^Actions for/])
  }
  expect(overflows).toEqual([])
})
