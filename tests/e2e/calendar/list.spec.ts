import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"
import { getCalendar, openList } from "./screens.ts"
import { createOwnTeam, createTeam, getDayFromNow, joinTeam, postEvent } from "./teams.ts"

const makeStart = (days: number, hour = 15) => `${getDayFromNow(days)}T${hour}:00:00Z`

test("events are grouped by day in order of time, and a button loads earlier events", async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Third", start_date: makeStart(9, 17) })
  await postEvent(page, team, { title: "First", start_date: makeStart(2) })
  await postEvent(page, team, { title: "Second", start_date: makeStart(9, 10) })
  await postEvent(page, team, { title: "Long ago", start_date: makeStart(-400) })
  await postEvent(page, team, { title: "Last month", start_date: makeStart(-30) })
  const { listTitles, events } = await openList(page, team)
  expect(await listTitles()).toEqual(["First", "Second", "Third"])
  await expect(events.getByRole("time")).toHaveCount(2)

  const earlier = page.getByRole("button", { name: "Earlier events" })
  await earlier.click()
  await expect(getCalendar(page).getRow("Last month")).toBeVisible()
  await earlier.click()
  await expect(getCalendar(page).getRow("Long ago")).toBeVisible()
  expect(await listTitles()).toEqual(["Long ago", "Last month", "First", "Second", "Third"])
  await earlier.click()
  await expect(page.getByText("No earlier events.")).toBeVisible()
})

test("the URL contains the country and the team, and the back button undoes the last change", async ({
  page,
}) => {
  await signInAs(page, "owner")
  await openList(page, "")
  const { getCountryChip, teamFilter, getRow } = getCalendar(page)
  await expect(getRow("Corridor Cup")).toBeVisible()
  await getCountryChip("Latvia").click()
  await expect(getRow("Corridor Cup")).toHaveCount(0)
  await expect(getRow("Film Walk by the Sea")).toBeVisible()
  await expect(page).toHaveURL(/[?&]country=lv/)
  await teamFilter.selectOption("Rīgas Zvaigznes")
  await expect(getRow("Film Walk by the Sea")).toHaveCount(0)
  await expect(getRow("Costume evening")).toBeVisible()
  await expect(page).toHaveURL(/[?&]team=rigas-zvaigznes/)

  await page.reload()
  await expect(getRow("Costume evening")).toBeVisible()
  await expect(getCountryChip("Latvia")).toHaveAttribute("aria-pressed", "true")
  await expect(teamFilter).toHaveValue("rigas-zvaigznes")
  await expect(getRow("Film Walk by the Sea")).toHaveCount(0)

  await getCountryChip("Estonia").click()
  await expect(getCountryChip("Latvia")).toHaveAttribute("aria-pressed", "false")
  await expect(page.getByRole("heading", { name: "No events here" })).toBeVisible()
  await page.goBack()
  await expect(getRow("Costume evening")).toBeVisible()
  await teamFilter.selectOption("All teams")
  await getCountryChip("Latvia").click()
  await expect(getRow("Corridor Cup")).toBeVisible()
  await expect(page).toHaveURL("/calendar?view=list")
})

test("a team-only event is marked and is not in the public API", async ({ page }) => {
  const team = await createTeam()
  await joinTeam(page, team, "admin")
  const { slug } = await postEvent(page, team, { title: "Secret rehearsal" })
  const { getRow } = await openList(page, team)
  await expect(getRow("Secret rehearsal")).toContainText("Team only")
  await expect(getRow("Secret rehearsal").getByRole("link", { name: team.name })).toBeVisible()
  await expect(
    getRow("Secret rehearsal").getByRole("link", { name: "Secret rehearsal" }),
  ).toHaveAttribute("href", /^\/my-events\?event=/)
  const response = await page.request.get(`/api/events/${slug}`)
  expect(
    response.status(),
    "a team-only event has no public page, even for members of the team",
  ).toBe(404)
})
