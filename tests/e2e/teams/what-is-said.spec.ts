/** What is said and shown to whoever asks, answers and saves. */
import { makeRequest } from "../../teams.ts"
import { join } from "../people.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { FAULTS } from "./faults.ts"
import { askToJoin, joining, openEditor, openTeam, ownTeam, request, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

test("who gets no mail is not promised one, and finds the request and its answer at 'My teams'", async ({
  page,
  others,
}) => {
  const { db, team } = await ownTeam(await others.device(), { name: "Patient Crew" })
  const asker = await join(page)
  await openTeam(page, team.slug)
  await askToJoin(page)
  await expect(toast(page, "Your request is on its way")).toContainText(
    "The answer will appear here",
  )
  await expect(toasts(page)).not.toContainText("You get a mail")
  await page.goto("/teams")
  const mine = page.getByRole("region", { name: "My teams" })
  const row = mine.getByRole("listitem").filter({ hasText: "Patient Crew" })
  await expect(row).toContainText("Your request is waiting")
  await db.one`
    update team_join_requests set status = 'rejected', decided_at = now() where user_id = ${asker.id}`
  await page.reload()
  await expect(row).toContainText("Your request was declined")
  await row.getByRole("link", { name: "Patient Crew" }).click()
  await expect(joining(page).declined).toBeVisible()
})

test("who gets a mail is told so", async ({ page, others }) => {
  const { db, team } = await ownTeam(await others.device())
  const asker = await join(page)
  await db.one`update users set email_verified_at = now() where id = ${asker.id}`
  await openTeam(page, team.slug)
  await askToJoin(page)
  await expect(toast(page, "Your request is on its way")).toContainText("You get a mail")
})

test("on a phone 'requests waiting' leads to them, below the form as they are", async ({
  page,
  others,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const { db, team } = await ownTeam(page, { name: "Wanted" })
  const { id } = await join(await others.device(), { profile: { display_name: "Keen" } })
  await makeRequest(db, team.id, id)
  await page.goto("/teams")
  const mine = page.getByRole("region", { name: "My teams" })
  await expect(mine).toContainText("1 request waiting")
  await mine.getByRole("link", { name: "Wanted" }).click()
  await expect(request(page, "Keen")).toBeInViewport()
  await expect(page.getByRole("heading", { name: "Join requests" })).toBeInViewport()
})

test("addresses are taken as people write them", async ({ page }) => {
  const { team } = await ownTeam(page)
  const form = await openEditor(page, team.slug)
  await form.website.fill("kell.example")
  await form.instagram.fill("@kell.crew")
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
  await expect(form.website).toHaveValue("https://kell.example")
  await expect(form.instagram).toHaveValue("https://www.instagram.com/kell.crew")
})

test("a try that works takes the place of what was said of one that did not", async ({ page }) => {
  const { team } = await ownTeam(page)
  const form = await openEditor(page, team.slug)
  await form.description.fill("Twice tried.")
  await page.context().setOffline(true)
  await form.save.click()
  await expect(toasts(page)).toContainText("The team could not be saved")
  await page.context().setOffline(false)
  await form.save.click()
  await expect(toasts(page)).toContainText("The team is saved")
  await expect(toasts(page)).not.toContainText("could not be saved")
})

test("'All teams' leads back to what was searched for", async ({ page }) => {
  await page.goto("/teams")
  await page.getByRole("searchbox", { name: "Search teams" }).fill("zaibas")
  await expect(page).toHaveURL("/teams?search=zaibas")
  await page.getByRole("main").locator('a[href="/teams/zaibas"]').click()
  const back = page.getByRole("link", { name: "All teams" })
  // The link is there before the script that knows of the search.
  await expect(back).toHaveAttribute("href", /\/teams\?search=zaibas$/)
  await back.click()
  await expect(page).toHaveURL("/teams?search=zaibas")
})
