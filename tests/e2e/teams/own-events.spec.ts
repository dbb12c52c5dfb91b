import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { delayResponse, measureLayoutShift } from "../layout-shift.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"

const TEAM_PATH = "/teams/rigas-zvaigznes"
const PRACTICE_TITLE = "Costume evening"

test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /ERR_FAILED/ })

test("a team member signs up for a practice on the team's page with one tap", {
  tag: "@slow",
}, async ({ page }) => {
  const db = await connectToDatabase()
  await signInAs(page, "owner")
  await page.goto(TEAM_PATH)
  await page
    .getByRole("region", { name: "Upcoming events" })
    .getByRole("link", { name: PRACTICE_TITLE })
    .click()
  await expect(page).toHaveURL(/\/my-events\?event=/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(PRACTICE_TITLE)
  await expect(page.getByRole("link", { name: "Open the calendar" })).toHaveAttribute(
    "href",
    "/calendar?team=rigas-zvaigznes",
  )

  await db.one`update events set takes_signups = true where title = ${PRACTICE_TITLE}`
  await delayResponse(page, "**/api/teams/rigas-zvaigznes")
  await page.goto(TEAM_PATH)
  const events = page.getByRole("region", { name: "Upcoming events" })
  const goingButton = events.getByRole("button", {
    name: new RegExp(`^(Sign up|Going): ${PRACTICE_TITLE}`),
  })
  await expect(goingButton).toHaveAttribute("aria-pressed", "false")
  expect(await measureLayoutShift(page)).toBeLessThan(0.02)

  await page.route("**/signup", (route) => route.abort())
  await goingButton.click()
  await expect(getToast(page, "That couldn't be saved")).toBeVisible()
  await expect(goingButton).toHaveAttribute("aria-pressed", "false")
  await page.unroute("**/signup")
  await goingButton.click()
  await expect(getToast(page, "See you there!")).toBeVisible()
  await page.reload()
  await expect(goingButton).toHaveAttribute("aria-pressed", "true")
})

test("members outside the team and visitors see its public events, above the description", async ({
  page,
  otherPages,
}) => {
  await signInNewMember(page)
  await page.goto(TEAM_PATH)
  const events = page.getByRole("region", { name: "Upcoming events" })
  await expect(events.getByText("Open practice: come and learn one chorus")).toBeVisible()
  await expect(events.getByText(PRACTICE_TITLE)).toBeHidden()

  const visitor = await otherPages.openBrowser()
  await visitor.goto(TEAM_PATH)
  const publicEvents = visitor.getByRole("region", { name: "Upcoming events" })
  await expect(publicEvents).toHaveCount(1)
  const eventsAndDescription = publicEvents.or(
    visitor.getByRole("heading", { name: "About the team" }),
  )
  await expect(eventsAndDescription.first()).toHaveRole("region")
  await expect(visitor.locator("#own-events")).toBeHidden()
})
