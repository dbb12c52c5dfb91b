/** Tests the buttons in lists of events with which a member signs up for an event, or cancels, with one tap. */
import { makeUser } from "../../support/factories.ts"
import { expectAccessible } from "../accessible.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { openList } from "./screens.ts"
import { createOwnTeam, getDayFromNow, postEvent } from "./teams.ts"

test.use({
  expectedErrors: /ERR_FAILED/,
  viewport: { width: 390, height: 844 },
})

test("a member without sign-ups signs up for a suggested event with one tap", async ({ page }) => {
  await signInNewMember(page, { profile: { display_name: "Juta" } })
  await page.goto("/my-events")
  const choice = page.getByRole("region", { name: "Where to next?" })
  await expect(choice.getByRole("listitem"), "below the poster").toHaveCount(2)
  await expectAccessible(page, "the suggestions")
  const title = await choice.getByRole("heading", { level: 3 }).first().textContent()
  const button = choice.getByRole("button", { name: `: ${title}` })
  await page.route("**/signup", (route) => route.abort())
  await button.click()
  await expect(getToast(page, "That couldn't be saved")).toBeVisible()
  await expect(button).toHaveAttribute("aria-pressed", "false")
  await page.unroute("**/signup")
  await button.click()
  await expect(getToast(page, "See you there!")).toBeVisible()
  await expect(button, "the event stays in its place").toHaveText("Going")
  await page.reload()
  await expect(page.getByRole("heading", { level: 2, name: title ?? "" })).toBeVisible()
  const suggestions = page.getByRole("region", { name: "More to join" })
  await expect(suggestions.getByRole("heading", { name: title ?? "" })).toHaveCount(0)
  await expect(suggestions.getByRole("listitem")).toHaveCount(3)
  await page.goto("/me")
  await expect(page.getByRole("link", { name: "1 event" })).toBeVisible()
  await expect(page.getByRole("link", { name: /likes$/ })).toHaveCount(0)
})

test("a member on a phone signs up in the list, cancels, and joins a waitlist", async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  const start_date = `${getDayFromNow(5)}T15:00:00Z`
  await postEvent(page, team, { title: "Practice", start_date })
  const show = await postEvent(page, team, { title: "Show", start_date })
  const talk = await postEvent(page, team, { title: "Talk", start_date })
  await team.db.one`update events set takes_signups = true where team_id = ${team.id}`
  await team.db.one`update events set max_participants = 1 where id = ${show.id}`
  await team.db.one`update events set signup_until = now() where id = ${talk.id}`
  const stranger = await makeUser(team.db)
  await team.db.one`
    insert into event_signups (event_id, user_id, status)
    values (${show.id}, ${stranger.id}, 'going')`
  const { getRow } = await openList(page, team)
  const answerButton = getRow("Practice").getByRole("button", {
    name: /^(Sign up|Going): Practice$/,
  })
  await page.route("**/signup", (route) => route.abort())
  await answerButton.click()
  await expect(getToast(page, "That couldn't be saved")).toBeVisible()
  await expect(answerButton).toHaveAttribute("aria-pressed", "false")
  await page.unroute("**/signup")
  await answerButton.dblclick()
  await expect(getToast(page, "See you there!")).toBeVisible()
  await expect(answerButton).toHaveText("Going")
  await expect(getRow("Practice")).toContainText("1 going")
  await page.reload()
  await expect(answerButton).toHaveAttribute("aria-pressed", "true")
  expect((await getRow("Practice").boundingBox())?.height).toBeLessThan(100)
  const { x = 0, y = 0, height = 0 } = (await answerButton.boundingBox()) ?? {}
  expect(height).toBe(36)
  const picture = await getRow("Practice").locator("img").boundingBox()
  expect(y - (picture?.y ?? y) - (picture?.height ?? 0)).toBeGreaterThanOrEqual(8)
  // The button reacts to taps up to 4 pixels above it.
  await page.mouse.click(x + height, y - 3)
  await expect(getToast(page, "Thanks for letting them know")).toBeVisible()
  await expect(answerButton).toHaveText("Sign up")
  await expect(getRow("Practice")).not.toContainText("going")

  await expect(getRow("Show")).toContainText("no places left")
  await getRow("Show").getByRole("button", { name: "Join the waitlist: Show" }).click()
  await expect(getToast(page, "You're on the waitlist")).toBeVisible()
  await expect(getRow("Show").getByRole("link", { name: "On the waitlist" })).toHaveAttribute(
    "href",
    `/my-events?event=${show.id}#signup`,
  )
  await expect(getRow("Talk").getByText("Sign up"), "sign-up is closed").toHaveCount(0)
})
