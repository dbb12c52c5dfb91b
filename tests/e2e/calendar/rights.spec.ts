/** Who may write into a team's calendar, and who is refused. */
import type { Page } from "@playwright/test"
import { makeEvent } from "../../teams.ts"
import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { allowMembers, type Crew, dayFromNow, enlist, eventBody, newCrew } from "./crew.ts"
import { calendar, confirmation, eventForm, openList, startEvent, toast } from "./screens.ts"

test.use({ expectedErrors: /status of 40[134]/ })

const inTwoDays = { start: `${dayFromNow(2)}T15:00:00Z` }

/** Somebody of that standing towards the crew, in the page's browser. */
async function become(page: Page, crew: Crew, standing: string): Promise<void> {
  if (standing === "super admin") await signInAs(page, "super")
  else if (standing === "stranger") await join(page)
  else if (standing === "owner" || standing === "admin") await enlist(page, crew, standing)
  else await enlist(page, crew, "member")
}

for (const standing of ["member", "admin", "owner"]) {
  test(`the ${standing} of a team adds, edits and deletes its events`, async ({ page }) => {
    const crew = await newCrew({ membersMayPost: standing === "member" })
    await become(page, crew, standing)
    await makeEvent(crew.db, crew.id, { title: "By somebody else", type: "team", ...inTwoDays })
    const screen = await openList(page, crew)

    const { save } = await startEvent(page, "By me", dayFromNow(4))
    await save.click()
    await expect(toast(page, "Event created")).toBeVisible()
    await expect(screen.row("By me")).toBeVisible()

    await screen.edit("By somebody else").click()
    await eventForm(page).title.fill("Mine now")
    await eventForm(page).save.click()
    await expect(toast(page, "Event updated")).toBeVisible()
    await expect(screen.row("Mine now")).toBeVisible()

    await screen.delete("Mine now").click()
    await confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" }).click()
    await expect(toast(page, "Event deleted")).toBeVisible()
    await expect(screen.row("Mine now")).toHaveCount(0)
    expect(await screen.titles()).toEqual(["By me"])
  })
}

test("a super admin edits any team's event, and leaves it with its team", async ({ page }) => {
  const crew = await newCrew()
  await signInAs(page, "super")
  await makeEvent(crew.db, crew.id, { title: "Theirs", type: "team", ...inTwoDays })
  const screen = await openList(page, crew)
  await screen.edit("Theirs").click()
  const { team, title, save } = eventForm(page)
  await expect(team).toHaveValue(crew.id)
  await title.fill("Still theirs")
  await save.click()
  await expect(screen.row("Still theirs")).toContainText(crew.name)
  await screen.delete("Still theirs").click()
  await confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" }).click()
  await expect(screen.row("Still theirs")).toHaveCount(0)
})

test("an event of no team is not a super admin's to change here, and the rule says so", async ({
  page,
}) => {
  await signInAs(page, "super")
  const screen = await openList(page, "&country=ee")
  await expect(screen.row("Corridor Cup")).toBeVisible()
  await expect(screen.edit("Corridor Cup")).toHaveCount(0)
  await expect(screen.delete("Corridor Cup")).toHaveCount(0)
  await expect(page.getByText(/^As a super admin you edit and delete every team's/)).toBeVisible()
})

for (const [standing, help] of [
  [
    "member whose team lets only owners and admins post",
    /^You can add events once you are in a team/,
  ],
  ["stranger", /^You can add events once you are in a team/],
] as const) {
  test(`a ${standing} reads why there is no way to add, edit or delete`, async ({ page }) => {
    const crew = await newCrew({ membersMayPost: false })
    await become(page, crew, standing)
    const { id, updated_at } = await makeEvent(crew.db, crew.id, { title: "Show", ...inTwoDays })
    const screen = await openList(page, crew)
    await expect(screen.row("Show")).toBeVisible()
    await expect(page.getByText(help)).toBeVisible()
    await expect(screen.add).toHaveCount(0)
    await expect(screen.edit("Show")).toHaveCount(0)
    await expect(screen.delete("Show")).toHaveCount(0)

    const data = eventBody(crew)
    const [posted, changed, deleted] = [
      await page.request.post("/api/events", { data }),
      await page.request.patch(`/api/events/${id}`, { data: { ...data, updated_at } }),
      await page.request.delete(`/api/events/${id}`),
    ]
    expect([posted.status(), changed.status(), deleted.status()]).toEqual([403, 403, 404])
    await page.reload()
    await expect(screen.row("Show"), "nothing has changed").toBeVisible()
  })
}

test("without a session nothing is written", async ({ page }) => {
  const crew = await newCrew()
  const { id, updated_at } = await makeEvent(crew.db, crew.id, { title: "Show", type: "team" })
  const data = eventBody(crew)
  const answers = [
    await page.request.post("/api/events", { data }),
    await page.request.patch(`/api/events/${id}`, { data: { ...data, updated_at } }),
    await page.request.delete(`/api/events/${id}`),
  ]
  expect(answers.map((answer) => answer.status())).toEqual([401, 401, 401])
})

test("who may not post any more learns it when saving, and loses no word", async ({ page }) => {
  const crew = await newCrew()
  await enlist(page, crew, "member")
  await openList(page, crew)
  const form = await startEvent(page, "Too late", dayFromNow(4))
  await form.description.fill("A long story.")
  await allowMembers(crew, false)
  await form.save.click()
  await expect(
    toast(
      page,
      "Failed to save event. Make sure you have permission to create events for this team.",
    ),
  ).toBeVisible()
  await expect(form.dialog.getByText("You don't have permission to do that.")).toBeVisible()
  await expect(form.description).toHaveValue("A long story.")
  await allowMembers(crew, true)
  await form.save.click()
  await expect(calendar(page).row("Too late")).toBeVisible()
})

test("who may not delete any more learns it, and sees what is left", async ({ page }) => {
  const crew = await newCrew()
  await enlist(page, crew, "member")
  await makeEvent(crew.db, crew.id, { title: "Stays", type: "team", ...inTwoDays })
  const screen = await openList(page, crew)
  await allowMembers(crew, false)
  await screen.delete("Stays").click()
  await confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" }).click()
  await expect(toast(page, "Failed to delete event")).toBeVisible()
  await expect(screen.row("Stays")).toBeVisible()
  await expect(screen.delete("Stays"), "its button is gone").toHaveCount(0)
})

test("who has left the team sees its own events no more", async ({ page }) => {
  const crew = await newCrew()
  const { id } = await enlist(page, crew, "member")
  await makeEvent(crew.db, crew.id, { title: "Secret", type: "team", ...inTwoDays })
  const screen = await openList(page, crew)
  await expect(screen.row("Secret")).toBeVisible()
  await crew.db.one`delete from team_members where team_id = ${crew.id} and user_id = ${id}`
  await page.reload()
  await expect(page.getByRole("heading", { name: "Nothing is coming up here" })).toBeVisible()
})
