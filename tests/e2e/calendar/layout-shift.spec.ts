import { signInAs } from "../accounts.ts"
import { delayResponse, measureLayoutShift } from "../layout-shift.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { getCalendar } from "./screens.ts"

for (const [screen, width, height, path, slowPath] of [
  ["a phone", 390, 844, "/calendar", "**/api/events*"],
  [
    "a phone with slow teams, for a member without a team",
    390,
    844,
    "/calendar",
    "**/api/teams/mine",
  ],
  ["a wide screen", 1440, 900, "/calendar", "**/api/events*"],
  ["a wide screen with slow teams", 1440, 900, "/calendar", "**/api/teams/mine"],
  ["a wide screen in the list view", 1440, 900, "/calendar?view=list", "**/api/events*"],
] as const) {
  test(`the layout shift of the calendar is at most 0.01 on ${screen}`, {
    tag: "@slow",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    if (screen.includes("without")) await signInNewMember(page)
    else await signInAs(page, "owner")
    await delayResponse(page, slowPath)
    await page.goto(path)
    await expect(getCalendar(page).events.getByText("Random Play Dance").first()).toBeVisible()
    await page.waitForLoadState("networkidle")
    expect(await measureLayoutShift(page)).toBeLessThanOrEqual(0.01)
  })
}
