import { makeEvent, makePost } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /net::ERR_FAILED|status of (404|410)/ })

test("a member opens an event from the bell, marks everything as read, and undoes the marking", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const { id } = await signInNewMember(page)
  const teamId = await db.value<string>`select id from teams where slug = 'pohjataht'`
  const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ })
  const rows = page.getByRole("region", { name: "All notifications" }).getByRole("listitem")
  const countUnread = () => db.value`
    select count(*)::integer from notifications where user_id = ${id} and read_at is null`

  await page.goto("/notifications")
  await expect(bell).toHaveAccessibleName("Notifications")
  await expect(page.getByRole("heading", { name: "Your news will appear here" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Find artists" })).toBeVisible()

  await db.one`insert into follows (user_id, team_id) values (${id}, ${teamId})`
  for (const title of ["One", "Two"]) await makePost(db, teamId ?? "", null, { title })
  await makeEvent(db, teamId, { title: "Street final" })
  await page.goto("/about")
  await expect(bell).toHaveAccessibleName("Notifications, 2 new")

  await bell.click()
  await expect(rows).toHaveCount(2)
  // `textContent` has no spaces between the elements of a row: the team, the kind of notification and the title.
  await expect(rows.filter({ hasText: "2 new posts" })).toContainText("Põhjatäht2 new postsTwo")
  await expect(rows.filter({ hasText: "New event" })).toContainText("Street finalNew event")
  await expectAccessible(page, "notifications")
  await rows.getByRole("link", { name: "New event" }).click()
  await expect(page.getByRole("heading", { name: "Street final" })).toBeVisible()
  await expect.poll(countUnread).toBe(1)

  await page.goto("/notifications")
  await expect(bell).toContainText("1")
  await page.route("**/api/notifications/read", (route) => route.abort())
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await expect(getToast(page, "That couldn't be saved")).toBeVisible()
  await expect(page.getByRole("button", { name: "Mark as read: 2 new posts" })).toBeVisible()
  await page.unroute("**/api/notifications/read")
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeHidden()
  await expect(bell).toHaveAccessibleName("Notifications")
  await expect.poll(countUnread).toBe(0)
  await page.getByRole("link", { name: "Undo" }).click()
  await expect(page.getByRole("button", { name: "Mark as read: 2 new posts" })).toBeVisible()
  await expect(bell).toContainText("1")
  await expect.poll(countUnread).toBe(1)

  await page.getByRole("button", { name: "Mark as read: 2 new posts" }).click()
  await expect(bell).toHaveAccessibleName("Notifications")
  await expect.poll(countUnread).toBe(0)
  await page.getByRole("button", { name: "Mark as unread: 2 new posts" }).click()
  await expect(bell).toContainText("1")
  await expect.poll(countUnread).toBe(1)

  const visitor = await otherPages.openBrowser()
  await visitor.goto("/notifications")
  await expect(visitor).toHaveURL(/\/login\?next=%2Fnotifications/)
})

test("a member follows a suggested artist, and can undo it", async ({ page }) => {
  const db = await connectToDatabase()
  const { id } = await signInNewMember(page)
  const countFollows = () => db.value`
    select count(*)::integer from follows where user_id = ${id} and artist_id is not null`
  await page.goto("/notifications")
  const suggestions = page.getByRole("region", { name: "You might also like to follow" })
  const first = suggestions.getByRole("listitem").first()
  await first.getByRole("button", { name: /^Follow/ }).click()
  await expect(first.getByRole("button", { name: /^Following/ })).toBeVisible()
  await expect.poll(countFollows).toBe(1)
  await first.getByRole("button", { name: /^Following/ }).click()
  await expect(first.getByRole("button", { name: /^Follow / })).toBeVisible()
  await expect.poll(countFollows).toBe(0)
})

test("anonymous visitors load no bell, and the header fits on narrow phones", async ({
  page,
  otherPages,
}) => {
  await signInNewMember(page)
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto("/ru/faq")
  const header = page.getByRole("banner")
  await expect(header.getByRole("link", { name: "Уведомления" })).toBeVisible()
  const measureWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(measureWidth).toBe(360)
  await header.getByRole("button", { name: "Открыть меню" }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Сменить тему: тёмная или светлая" })
    .click()
  await expect(page.locator(":root")).toHaveAttribute("data-theme", "light")

  const visitor = await otherPages.openBrowser()
  const requestedUrls: string[] = []
  visitor.on("request", (request) => requestedUrls.push(request.url()))
  await visitor.goto("/ru", { waitUntil: "networkidle" })
  await expect(visitor.getByRole("banner").getByRole("link", { name: "Уведомления" })).toHaveCount(
    0,
  )
  expect(requestedUrls.filter((url) => /bell|\/api\/(auth|notifications)/.test(url))).toEqual([])
})

test("a member chooses topics, and the link in an email turns off a topic", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const { id, email } = await signInNewMember(page)
  const readEmailPreference = (topic: string) => db.value`
    select email from notification_preferences where user_id = ${id} and topic = ${topic}`
  await db.one`update users set email_verified_at = null where id = ${id}`
  await page.goto("/notifications#settings")
  await page.getByRole("button", { name: "Send the link again" }).click()
  await expect(page.getByText(`A new link is on its way to ${email}`)).toBeVisible()
  await expectAccessible(page, "preferences without a confirmed email")
  await db.one`update users set email_verified_at = now() where id = ${id}`
  await page.goto("/profile#emails")
  await page.getByRole("link", { name: /^Choose which emails you get about/ }).click()
  const reminders = page.getByRole("checkbox", { name: "Reminders, Email" })
  await expect(reminders).toBeChecked()
  await page.route("**/preferences/**", (route) => route.abort())
  await reminders.click()
  await expect(getToast(page, "That couldn't be saved")).toBeVisible()
  await expect(reminders).toBeChecked()
  await page.unroute("**/preferences/**")
  await reminders.uncheck()
  await expect.poll(() => readEmailPreference("event_reminder")).toBe(false)
  await expect(page.getByRole("checkbox", { name: "New posts of teams, Email" })).toHaveCount(0)
  await expectAccessible(page, "preferences")
  await page.reload()
  await expect(reminders).not.toBeChecked()

  const token = "a".repeat(43)
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, topic, email, expires_at)
    values (sha256(${token}::bytea), ${id}, 'topic_emails', 'event_place', ${email}, now() + interval '1 day')`
  const visitor = await otherPages.openBrowser()
  await visitor.goto(`/newsletter/unsubscribe#token=${token}&topic=event_place`)
  await expect(visitor.getByText("stop getting these emails: My place at an event.")).toBeVisible()
  await visitor.getByRole("button", { name: "Yes, unsubscribe me" }).click()
  await expect(visitor.getByRole("heading", { name: "These emails are off" })).toBeFocused()
  await expect(visitor.getByText("anymore: My place at an event.")).toBeVisible()
  expect(await readEmailPreference("event_place")).toBe(false)
  await visitor.getByRole("button", { name: "Undo" }).click()
  await expect(visitor.getByRole("heading", { name: "These emails are on again" })).toBeFocused()
  expect(await readEmailPreference("event_place")).toBe(true)
  await db.one`update mail_links set expires_at = now() where user_id = ${id}`
  await visitor.goto(`/newsletter/unsubscribe#token=${token}&topic=event_place`)
  await visitor.getByRole("button", { name: "Yes, unsubscribe me" }).click()
  await expect(visitor.getByRole("heading", { name: "This link has expired" })).toBeFocused()
  await visitor.getByRole("link", { name: "Choose which emails you get" }).click()
  await expect(visitor).toHaveURL(/\/login\?next=%2Fnotifications%23settings/)
})
