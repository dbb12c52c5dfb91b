import { makeUser } from "../../support/factories.ts"
import { makeEvent } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { fillNewEvent, getCalendar, getConfirmation, openList } from "./screens.ts"
import { createOwnTeam, createTeam, getDayFromNow, joinTeam, listStoredEvents } from "./teams.ts"

test.use({
  expectedErrors: /status of 40[49]/,
  timezoneId: "Europe/Lisbon",
  viewport: { width: 390, height: 844 },
})

const EVENT_DAY = getDayFromNow(20)

test("a member who may post adds, edits, cancels and deletes events of the team", async ({
  page,
}) => {
  const team = await createTeam({ membersMayPost: true })
  await joinTeam(page, team, "member")
  const start = `${getDayFromNow(2)}T15:00:00Z`
  await makeEvent(team.db, team.id, { title: "By somebody else", type: "team", start })
  const screen = await openList(page, team)
  const form = await fillNewEvent(page, "By me", getDayFromNow(4))
  await form.save.click()
  await expect(getToast(page, "Event created")).toBeVisible()
  await expect(screen.getRow("By me")).toBeVisible()

  await screen.edit("By somebody else")
  await form.title.fill("Mine now")
  await form.save.click()
  await expect(getToast(page, "Event updated")).toBeVisible()
  await expect(screen.getRow("Mine now")).toBeVisible()

  await team.db.one`
    insert into event_signups (event_id, user_id, status)
    select e.id, ${(await makeUser(team.db)).id}, 'going' from events e where e.team_id = ${team.id}`
  await screen.delete("Mine now")
  const deleteDialog = getConfirmation(page, "Delete this event?")
  await expect(deleteDialog).toContainText("1 person has signed up; they will be emailed.")
  await deleteDialog.getByRole("button", { name: "Cancel the event instead" }).click()
  await expect(getToast(page, "Event updated")).toBeVisible()
  await expect(screen.getRow("Mine now")).toContainText("Canceled")
  await screen.delete("Mine now")
  await deleteDialog.getByRole("button", { name: "Delete" }).click()
  await expect(getToast(page, "Event deleted")).toBeVisible()
  await expect(screen.getRow("Mine now")).toHaveCount(0)
  expect(await screen.listTitles()).toEqual(["By me"])
})

for (const [viewer, isInTeam, reason] of [
  ["a member whose team lets only admins post", true, /^In your teams, only owners and admins/],
  ["a member without a team", false, /Join a team to add events/],
] as const) {
  test(`${viewer} reads the reason why adding events is not possible`, {
    tag: "@slow",
  }, async ({ page }) => {
    const team = await createTeam({ membersMayPost: false })
    if (isInTeam) await joinTeam(page, team, "member")
    else await signInNewMember(page)
    await makeEvent(team.db, team.id, { title: "Show", start: `${getDayFromNow(2)}T15:00:00Z` })
    const screen = await openList(page, team)
    await expect(screen.getRow("Show")).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(screen.addButton).toHaveCount(0)
    await expect(screen.getActionsButton("Show")).toHaveCount(0)
  })
}

test("all fields of an event are stored, and the form shows their values again for editing", async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "Vakara treniņš", "2027-07-01")
  await expect(form.zone).toHaveValue("Europe/Riga")
  await expect(form.team.locator("option:checked")).toHaveText(team.name)
  await form.zone.selectOption("This device: Western European Time")
  await form.location.fill("Kaņepes centrs, Rīga")
  await form.country.selectOption("Latvia")
  await form.description.fill("Two lines,\nand 💜")
  await form.save.click()
  await expect(getToast(page, "Event created")).toBeVisible()
  await expect(form.dialog).toHaveCount(0)
  expect(await listStoredEvents(team)).toMatchObject([
    {
      title: "Vakara treniņš",
      color: "#3b82f6",
      event_type: "team",
      time_zone: "Europe/Lisbon",
      start_date: "2027-07-01T17:00:00.000Z",
      end_date: "2027-07-01T19:00:00.000Z",
      location: "Kaņepes centrs, Rīga",
      country: "lv",
      description: "Two lines,\nand 💜",
    },
  ])
  const { getRow, edit } = getCalendar(page)
  await expect(getRow("Vakara treniņš")).toContainText("6:00 – 8:00 PM")
  await edit("Vakara treniņš")
  await expect(form.start).toHaveValue("2027-07-01T18:00")
  await expect(form.end).toHaveValue("2027-07-01T20:00")
  await expect(form.zone).toHaveValue("Europe/Lisbon")
  await expect(form.description).toHaveValue("Two lines,\nand 💜")
  await expect(form.type).toHaveValue("team")
})

test("a member of several teams must choose the team of an event before saving", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  const otherTeam = await createTeam()
  const [{ id } = { id: "" }] = await team.db.many<{ id: string }>`
    select user_id as id from team_members where team_id = ${team.id} and role = 'owner'`
  await otherTeam.db.one`
    insert into team_members (team_id, user_id, role) values (${otherTeam.id}, ${id}, 'member')`
  await openList(page, otherTeam)
  const form = await fillNewEvent(page, "Whose?", EVENT_DAY)
  await expect(form.team).toHaveValue("")
  await expect(form.save).toBeDisabled()
  await form.title.press("Enter")
  await expect(form.dialog).toBeVisible()
  expect(await listStoredEvents(otherTeam)).toEqual([])
  await form.team.selectOption(otherTeam.name)
  await form.save.click()
  await expect(getCalendar(page).getRow("Whose?")).toContainText(otherTeam.name)
})

test("a form with unsaved changes closes only after a confirmation", { tag: "@slow" }, async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "Half done", EVENT_DAY)
  await form.cancel.click()
  const confirmationDialog = getConfirmation(page, "Discard what you typed?")
  await expect(confirmationDialog).toBeVisible()
  await expectAccessible(page, "the dialog that confirms discarding")
  await confirmationDialog.getByRole("button", { name: "Keep writing" }).click()
  await expect(form.title).toHaveValue("Half done")
  await page.keyboard.press("Escape")
  await confirmationDialog.getByRole("button", { name: "Discard" }).click()
  await expect(form.dialog).toHaveCount(0)
  await getCalendar(page).addButton.click()
  await expect(form.title).toHaveValue("")
  await form.cancel.click()
  await expect(form.dialog, "an unchanged form closes at once").toHaveCount(0)
})
