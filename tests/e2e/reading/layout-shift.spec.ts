import { signInAs } from "../accounts.ts"
import { delayResponse, measureLayoutShift } from "../layout-shift.ts"
import { expect, test } from "../test.ts"

const MAX_SHIFT = 0.05

for (const [path, slowPath, heading] of [
  ["/teams", "**/api/teams/mine", "My teams"],
  ["/notifications#settings", "**/api/notifications/preferences", "Messages on this device"],
  ["/me", "**/api/my-events", "My events"],
  ["/calendar?view=month", "**/api/events*", "Next up"],
] as const) {
  for (const width of [390, 1440]) {
    test(`the layout shift of ${path} is below ${MAX_SHIFT} on a screen of ${width} pixels`, {
      tag: "@slow",
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await signInAs(page, "owner")
      await delayResponse(page, slowPath)
      await page.goto(path)
      await expect(page.getByRole("heading", { name: heading })).toBeVisible()
      await page.waitForLoadState("networkidle")
      expect(await measureLayoutShift(page)).toBeLessThan(MAX_SHIFT)
    })
  }
}
