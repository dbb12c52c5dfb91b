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

const LONG_WORD = "Superkalifragilistik".repeat(4)
const LONG_SLUG = LONG_WORD.toLowerCase()
const SECOND_TEAM_NAME = `${LONG_WORD.slice(0, 76)}long`

let db: Db
/** Member whose name, team, posts, events and articles are long words. */
let fan: Member
let friendId: string

async function insertLongWords(page: Page): Promise<void> {
  fan = await signInNewMember(page, { profile: { display_name: LONG_WORD } })
  const email = `${LONG_WORD.slice(0, 64).toLowerCase()}@daina.test`
  await db.one`delete from users where email = ${email}`
  await db.one`update users set email = ${email}, email_verified_at = now() where id = ${fan.id}`
  fan = { ...fan, email }
  const html = `<h2>${LONG_WORD}</h2><p>${LONG_WORD} <a href="https://${LONG_SLUG}.ee/">${LONG_WORD}</a>
    <code>${LONG_WORD}</code></p><ul><li>${LONG_WORD}</li></ul><blockquote><p>${LONG_WORD}</p></blockquote>
    <pre><code>${LONG_WORD}</code></pre>`
  await db.one`
    update profiles set bio = ${LONG_WORD}, favorite_song_id = 'snapshot-x', favorite_song_name = ${LONG_WORD},
      favorite_song_artist = ${LONG_WORD}, music_likes_public = true,
      privacy_settings = privacy_settings || '{"show_bio": true}'
    where user_id = ${fan.id}`
  friendId = (await makeUser(db, { email: `b${email.slice(1)}`, displayName: LONG_WORD })).id
  const team = await makeTeam(
    db,
    { [fan.id]: "owner", [friendId]: "member" },
    { name: LONG_WORD, slug: LONG_SLUG, location: LONG_WORD, country: "lv" },
  )
  const secondTeamFields = { name: SECOND_TEAM_NAME, slug: SECOND_TEAM_NAME.toLowerCase() }
  const { id: secondTeamId } = await makeTeam(db, { [friendId]: "owner" }, secondTeamFields)
  const report = { reporters: [friendId], reason: "other", details: LONG_WORD } as const
  await makeCase(db, "team", team.id, { title: LONG_WORD, ...report })
  await db.one`
    update teams set description = ${LONG_WORD}, is_verified = true, website_url = ${`https://${LONG_SLUG}.ee/`}
    where id = ${team.id}`
  await insertTeamContent(team.id, html)
  await insertOtherContent(email, html)
  await db.one`
    insert into team_join_requests (team_id, user_id, message)
    select ${team.id}::uuid, id, ${LONG_WORD} from users where email = 'member@daina.test'
    union all select ${secondTeamId}::uuid, ${fan.id}::uuid, ${LONG_WORD}`
}

/** Stores three posts (a draft, a post with a video, a post without) and four events, of which two belong to the team. */
async function insertTeamContent(teamId: string, html: string): Promise<void> {
  await db.one`
    insert into team_posts (team_id, user_id, title, content, content_html, is_published, video_url, video_type)
    select ${teamId}::uuid, ${fan.id}::uuid, ${LONG_WORD}, ${LONG_WORD}, ${html}, n > 0,
      case when n = 1 then 'https://youtu.be/dQw4w9WgXcQ' end, case when n = 1 then 'youtube' end
    from generate_series(0, 2) n`
  // One post is not reviewed, so that the admin's list of newcomers shows it. The home page shows the reviewed post.
  await db.one`update team_posts set reviewed_at = null where title = ${LONG_WORD} and video_url is not null`
  await db.one`
    insert into events (title, slug, description, location, prize, max_participants, registration_url,
      featured, event_type, team_id, user_id, start_date, end_date)
    select ${LONG_WORD}, ${LONG_SLUG} || '-' || n, ${LONG_WORD}, ${LONG_WORD}, ${LONG_WORD}, 12, ${`https://${LONG_SLUG}.ee/`},
      n < 3, case when n = 4 then 'team' else 'public' end, case when n > 2 then ${teamId}::uuid end,
      ${fan.id}::uuid, date_trunc('hour', now()) + n * interval '1 hour' + interval '1 day',
      date_trunc('hour', now()) + n * interval '1 hour' + interval '26 hours'
    from generate_series(1, 4) n`
}

/** Stores three articles, an idea, a suggestion, songs and albums that the fan likes, and a failed email. */
async function insertOtherContent(email: string, html: string): Promise<void> {
  await db.one`
    insert into news (title, slug, excerpt, content, content_html, is_published, published_at,
      is_featured, author_id)
    select ${LONG_WORD}, ${LONG_SLUG} || '-' || n, ${LONG_WORD}, ${LONG_WORD}, ${html}, true,
      now() - n * interval '1 minute', n = 1, ${fan.id}::uuid
    from generate_series(1, 3) n`
  await db.one`
    insert into ideas (title, description, category, is_popular, is_featured, reply)
    values (${LONG_WORD}, ${LONG_WORD}, 'events', true, true, ${LONG_WORD})`
  await db.one`
    insert into suggestions (name, email, title, description, category, priority, language, tries,
      last_error)
    values (${LONG_WORD}, ${email}, ${LONG_WORD}, ${LONG_WORD}, 'events', 'high', 'en', 1, ${LONG_WORD})`
  await db.one`
    with items as (
      update catalogue_items set name = ${LONG_WORD}, artists = array[${LONG_WORD}],
        album_name = case item_type when 'song' then ${LONG_WORD} end
      where rank <= 2 returning item_type, item_id
    )
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    select ${fan.id}::uuid, item_type, item_id, ${LONG_WORD}, ${LONG_WORD} from items`
  await db.one`
    insert into mails (user_id, kind, language, tries, failed_at, last_error)
    values (${fan.id}, 'verify_email', 'en', 10, now(), ${LONG_WORD})`
}

async function deleteLongWords(): Promise<void> {
  await db.batch(
    [
      ...["teams", "events", "news"].map((table) => [table, "slug", `${LONG_SLUG.slice(0, 70)}%`]),
      ["ideas", "title", LONG_WORD],
      ["suggestions", "title", LONG_WORD],
      ["users", "email", `%${LONG_SLUG.slice(1, 60)}%`],
    ].map(([table, column, pattern]) => ({
      text: `delete from ${table} where ${column} like $1`,
      params: [pattern],
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
  const requestedAt = Date.now()
  expect((await page.request.post("/api/admin/build", { data: {} })).status()).toBe(202)
  // Waits for a build that has the rows, because a build that started before their insertion lacks them.
  const isBuilt = async () => {
    const { build } = await (await page.request.get("/api/admin/build")).json()
    return Date.parse(build.started_at) > requestedAt && build.status === "succeeded"
  }
  await expect.poll(isBuilt, { timeout: 110_000 }).toBe(true)
  await page.close()
})

test.afterAll(deleteLongWords)

/** Returns at most five descriptions of overflow: a page or elements wider than the window, or texts that are cut off. */
const findOverflow = () => {
  const excessWidth = document.documentElement.scrollWidth - innerWidth
  const descriptions: string[] = excessWidth > 0 ? [`the page, by ${excessWidth} px`] : []
  // Returns whether the element or an ancestor scrolls or hides content that is too wide.
  const isInScroller = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|clip|hidden/.test(getComputedStyle(element).overflowX) ||
      isInScroller(element.parentElement))
  for (const element of document.querySelectorAll("body *")) {
    const { right, width, height } = element.getBoundingClientRect()
    const name = `${element.tagName.toLowerCase()}.${element.className}`
    if (width > 0 && height > 0 && right > innerWidth + 1 && !isInScroller(element.parentElement)) {
      descriptions.push(`${name} ends at ${Math.round(right)}`)
    }
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (
      /hidden|clip/.test(overflowX) &&
      textOverflow !== "ellipsis" &&
      width > 20 &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.textContent?.includes("kalifragil")
    ) {
      descriptions.push(`${name} cuts its text off`)
    }
  }
  return descriptions.slice(0, 5)
}

const overflows: string[] = []

async function checkFit(page: Page, name: string): Promise<void> {
  const word = page.getByText(/superkalifragil/i).filter({ visible: true })
  await expect(word.first(), name).toBeVisible()
  for (const overflow of await page.evaluate(findOverflow)) overflows.push(`${name}: ${overflow}`)
}

async function checkPages(page: Page, viewer: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState("networkidle")
    await checkFit(page, `${viewer} ${path}`)
  }
}

const TEAM_PATH = `/teams/${LONG_SLUG}`
const PUBLIC_PATHS = [
  ...[
    "/",
    "/news",
    `/news/${LONG_SLUG}-1`,
    `/events/${LONG_SLUG}-1`,
    `/events/${LONG_SLUG}-3`,
    "/calendar",
  ],
  ...["/teams", TEAM_PATH, `${TEAM_PATH}#blog`, `${TEAM_PATH}#members`, "/music", "/suggest-idea"],
]

async function checkSearch(page: Page, name: string): Promise<void> {
  await page.goto("/about")
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click()
  await page.getByRole("dialog").getByRole("searchbox").fill(LONG_WORD)
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible()
  await checkFit(page, name)
}

/** Opens and checks the dialog of each button. If the button opens a menu, the item `menuItem` opens the dialog. */
async function checkDialogs(
  page: Page,
  name: string,
  buttons: RegExp[],
  menuItem = "Delete",
): Promise<void> {
  for (const button of buttons) {
    const row = page.locator("main li, main article").filter({ hasText: LONG_WORD })
    await row.getByRole("button", { name: button }).first().click()
    const menu = page.getByRole("menuitem", { name: menuItem }).filter({ visible: true })
    if (await menu.count()) await menu.click()
    await expect(page.getByRole("dialog").filter({ visible: true })).toBeVisible()
    await checkFit(page, `${name} ${button.source}`)
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

test("pages and dialogs with a word of eighty letters fit on a screen of 320 pixels", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  test.setTimeout(240_000)
  await checkPages(page, "anonymous visitor", [...PUBLIC_PATHS, `/members/${fan.id}`])
  await checkSearch(page, "anonymous visitor, search")

  const memberPage = await otherPages.openBrowser()
  expect(await signIn(memberPage, fan)).toBe(true)
  await checkPages(memberPage, "member", [
    ...PUBLIC_PATHS,
    ...[`${TEAM_PATH}/manage`, "/profile", `/members/${fan.id}`, `/members/${friendId}`],
  ])

  await memberPage.goto("/calendar")
  for (const menuItem of ["Edit", "Delete"]) {
    await checkDialogs(memberPage, "calendar", [/^Actions: /], menuItem)
  }
  await memberPage.goto(`${TEAM_PATH}#blog`)
  await checkDialogs(memberPage, "blog", [/^Edit /, /^Delete /])

  const adminPage = await otherPages.openBrowser()
  await signInAs(adminPage, "super")
  await checkPages(adminPage, "admin", ["/admin", ...ADMIN_LISTS.map((list) => `/admin/${list}`)])
  for (const list of ["news", "events", "teams", "ideas"]) {
    await adminPage.goto(`/admin/${list}`)
    await checkDialogs(adminPage, list, [/^Edit/, /^Actions for/])
  }
  expect(overflows).toEqual([])
})
