import { signInAs } from "../accounts.ts"
import { delayResponse, measureLayoutShift } from "../layout-shift.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { getCalendar } from "./screens.ts"

const PHONE = { width: 390, height: 844 }
const WIDE_SCREEN = { width: 1440, height: 900 }

/** Cases of the test. API calls to `slowPath` are delayed while the layout shift is measured. */
const CASES = [
  { name: "a phone", viewport: PHONE, slowPath: "**/api/events*" },
  {
    name: "a phone with slow teams, for a member without a team",
    viewport: PHONE,
    slowPath: "**/api/teams/mine",
    isWithoutTeam: true,
  },
  { name: "a wide screen", viewport: WIDE_SCREEN, slowPath: "**/api/events*" },
  { name: "a wide screen with slow teams", viewport: WIDE_SCREEN, slowPath: "**/api/teams/mine" },
  {
    name: "a wide screen in the list view",
    viewport: WIDE_SCREEN,
    path: "/calendar?view=list",
    slowPath: "**/api/events*",
  },
]

for (const { name, viewport, path = "/calendar", slowPath, isWithoutTeam = false } of CASES) {
  test(`the layout shift of the calendar is at most 0.01 on ${name}`, {
    tag: "@slow",
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    if (isWithoutTeam) await signInNewMember(page)
    else await signInAs(page, "owner")
    await delayResponse(page, slowPath)
    await page.goto(path)
    await expect(getCalendar(page).events.getByText("Random Play Dance").first()).toBeVisible()
    await page.waitForLoadState("networkidle")
    expect(await measureLayoutShift(page)).toBeLessThanOrEqual(0.01)
  })
}
