import { openAdmin } from "../admin/screens.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ rebuilds: true })

test("a super admin can rebuild the site although no content has changed", {
  tag: "@slow",
}, async ({ page }) => {
  await openAdmin(page, "/admin", "Admin Dashboard")
  const fetchLastBuild = async () =>
    (await (await page.request.get("/api/admin/build")).json()).build
  const panel = page.getByRole("region", { name: "The built site" })
  await expect(panel.getByText("Pending changes")).toBeVisible()
  await expect(panel.getByRole("button", { name: "Rebuild now" })).toBeVisible({ timeout: 90_000 })
  const buildBefore = await fetchLastBuild()
  await panel.getByRole("button", { name: "Rebuild now" }).click()
  await expect(getToasts(page).getByText("A rebuild is on its way")).toBeVisible()
  await expect(panel.getByRole("button", { name: "Building…" })).toBeVisible()
  await expect(panel.getByRole("button", { name: "Rebuild now" })).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByText("Succeeded")).toBeVisible()
  const buildAfter = await fetchLastBuild()
  expect(buildAfter.id).toBeGreaterThan(buildBefore.id)
  // The content version may be higher, because other tests may have published content in the meantime.
  expect(buildAfter.content_version).toBeGreaterThanOrEqual(buildBefore.content_version)
})
