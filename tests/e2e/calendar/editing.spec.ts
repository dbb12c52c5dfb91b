/** Writing an event: what the form takes, what it refuses, and that nothing typed is lost. */
import { expect, test } from "../test.ts"
import { dayFromNow, enlist, eventBody, newCrew, ownCrew, postEvent, storedEvents } from "./crew.ts"
import { calendar, confirmation, eventForm, openList, startEvent, toast } from "./screens.ts"

// A device with other clocks than the Baltics have.
test.use({ expectedErrors: /status of 40[49]/, timezoneId: "Europe/Lisbon" })

const DAY = dayFromNow(20)

test("every field is stored as it was filled, and shown again for editing", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const form = await startEvent(page, "Vakara treniņš", "2027-07-01")
  await expect(form.color).toHaveValue("#3b82f6")
  await expect(form.zone).toHaveValue("Europe/Riga")
  await expect(form.team.locator("option:checked")).toHaveText(crew.name)
  await form.zone.selectOption("This device: Western European Time")
  await form.location.fill("Kaņepes centrs, Rīga")
  await form.country.selectOption("Latvia")
  await form.description.fill("Two lines,\nand 💜")
  await form.color.fill("#ff5a7d")
  await form.save.click()
  await expect(toast(page, "Event created")).toBeVisible()
  await expect(form.dialog).toHaveCount(0)
  expect(await storedEvents(crew)).toEqual([
    {
      title: "Vakara treniņš",
      color: "#ff5a7d",
      event_type: "team",
      time_zone: "Europe/Lisbon",
      start_date: "2027-07-01T17:00:00.000Z",
      end_date: "2027-07-01T19:00:00.000Z",
      is_cancelled: false,
      location: "Kaņepes centrs, Rīga",
      country: "lv",
      description: "Two lines,\nand 💜",
    },
  ])
  const { row, edit } = calendar(page)
  await expect(row("Vakara treniņš")).toContainText("6:00 – 8:00 PM")
  await edit("Vakara treniņš").click()
  await expect(form.start).toHaveValue("2027-07-01T18:00")
  await expect(form.end).toHaveValue("2027-07-01T20:00")
  await expect(form.zone).toHaveValue("Europe/Lisbon")
  await expect(form.description).toHaveValue("Two lines,\nand 💜")
  await expect(form.color).toHaveValue("#ff5a7d")
  await expect(form.type).toHaveValue("team")
})

test.describe("on a device with Baltic clocks", () => {
  test.use({ timezoneId: "Europe/Helsinki" })

  test("there is no time zone to choose", async ({ page }) => {
    const crew = await ownCrew(page)
    await openList(page, crew)
    const form = await startEvent(page, "By our clocks", "2027-07-01")
    await expect(form.zone).toHaveCount(0)
    await form.save.click()
    await expect(toast(page, "Event created")).toBeVisible()
    expect(await storedEvents(crew)).toMatchObject([
      { time_zone: "Europe/Riga", start_date: "2027-07-01T15:00:00.000Z" },
    ])
  })
})

test("the end follows the start: two hours at first, then as long as it was", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  await calendar(page).add.click()
  const form = eventForm(page)
  await form.start.fill(`${DAY}T18:00`)
  await expect(form.end).toHaveValue(`${DAY}T20:00`)
  await form.end.fill(`${DAY}T18:45`)
  await form.start.fill(`${DAY}T10:00`)
  await expect(form.end).toHaveValue(`${DAY}T10:45`)
})

test("a new event is in its team's country, until another is chosen", async ({ page }) => {
  const crew = await ownCrew(page)
  await crew.db.one`update teams set country = 'lt' where id = ${crew.id}`
  await openList(page, crew)
  const form = await startEvent(page, "At home", DAY)
  await expect(form.country).toHaveValue("lt")
  await form.save.click()
  await expect(toast(page, "Event created")).toBeVisible()
  await calendar(page).edit("At home").click()
  await expect(form.country).toHaveValue("lt")
  await form.country.selectOption("All three, or none")
  await form.save.click()
  await expect(toast(page, "Event updated")).toBeVisible()
  expect(await storedEvents(crew)).toMatchObject([{ country: null }])
})

test("who sees an event is told where it is chosen", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  await calendar(page).add.click()
  const { type } = eventForm(page)
  await expect(type).toHaveAccessibleDescription(/page of its own, which search engines find/)
  await type.selectOption("The team only")
  await expect(type).toHaveAccessibleDescription("Only members of the team see it.")
})

test("without a team the form cannot be sent; with several one is chosen first", async ({
  page,
}) => {
  const crew = await ownCrew(page)
  const other = await newCrew()
  const [{ id } = { id: "" }] = await crew.db.many<{ id: string }>`
    select user_id as id from team_members where team_id = ${crew.id} and role = 'owner'`
  await other.db.one`
    insert into team_members (team_id, user_id, role) values (${other.id}, ${id}, 'member')`
  await openList(page, other)
  const form = await startEvent(page, "Whose?", DAY)
  await expect(form.team).toHaveValue("")
  await expect(form.save).toBeDisabled()
  await form.title.press("Enter")
  await expect(form.dialog).toBeVisible()
  expect(await storedEvents(other)).toEqual([])
  await form.team.selectOption(other.name)
  await form.save.click()
  await expect(calendar(page).row("Whose?")).toContainText(other.name)
})

test("what is missing is said at its field, and the focus goes there", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  await calendar(page).add.click()
  const form = eventForm(page)
  await form.save.click()
  await expect(form.dialog.getByText("This field is required")).toHaveCount(3)
  await expect(form.title).toBeFocused()
  await expect(form.title).toHaveAttribute("aria-invalid", "true")
  expect(await storedEvents(crew)).toEqual([])
})

for (const [what, start, end, wrong, text] of [
  ["an end before its start", `${DAY}T18:00`, `${DAY}T17:00`, "end", "The end is before the start"],
  [
    "a start in the hour that spring leaves out",
    "2027-03-28T03:30",
    "2027-03-28T06:00",
    "start",
    "There is no such hour that night: the clocks jump forward",
  ],
  [
    "an end in the hour that spring leaves out",
    "2027-03-28T01:00",
    "2027-03-28T03:00",
    "end",
    "There is no such hour that night: the clocks jump forward",
  ],
] as const) {
  test(`${what} is refused at its field, and what was typed stays`, async ({ page }) => {
    const crew = await ownCrew(page)
    await openList(page, crew)
    const form = await startEvent(page, "Night", DAY)
    await form.start.fill(start)
    await form.end.fill(end)
    await form.description.fill("Typed before.")
    await form.save.click()
    await expect(form.dialog.getByText(text)).toBeVisible()
    await expect(form[wrong]).toHaveAttribute("aria-invalid", "true")
    await expect(form[wrong]).toBeFocused()
    await expect(form.start).toHaveValue(start)
    await expect(form.end).toHaveValue(end)
    await expect(form.description).toHaveValue("Typed before.")
    expect(await storedEvents(crew)).toEqual([])
    await form.start.fill(`${DAY}T18:00`)
    await form.end.fill(`${DAY}T18:00`)
    await form.save.click()
    await expect(toast(page, "Event created"), "right away is fine").toBeVisible()
  })
}

test("the same hour is there where the clocks do not change", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const form = await startEvent(page, "Elsewhere", DAY)
  await form.start.fill("2027-03-28T03:30")
  await form.end.fill("2027-03-28T06:00")
  await form.zone.selectOption("This device: Western European Time")
  await form.save.click()
  await expect(toast(page, "Event created")).toBeVisible()
  expect(await storedEvents(crew)).toMatchObject([{ start_date: "2027-03-28T02:30:00.000Z" }])
})

test("a title of 300 characters is refused at its field, and kept", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const long = "ā".repeat(300)
  const form = await startEvent(page, long, DAY)
  await form.save.click()
  await expect(form.title).toHaveAttribute("aria-invalid", "true")
  await expect(form.title).toHaveAccessibleDescription(/100 characters/)
  await expect(form.title).toHaveValue(long)
  expect(await storedEvents(crew)).toEqual([])
  await form.title.fill("ā".repeat(200))
  await form.save.click()
  await expect(calendar(page).row("ā".repeat(200))).toBeVisible()
})

test("markup in an event is text, and no link of a member's runs a script", async ({ page }) => {
  const crew = await ownCrew(page)
  const bad = "<img src=x onerror=hacked=1>"
  const sent = await page.request.post("/api/events", {
    data: {
      ...eventBody(crew, { title: bad, description: bad, location: bad }),
      registration_url: "javascript:hacked=1",
    },
  })
  expect(sent.status()).toBe(201)
  expect((await sent.json()).registration_url, "only editors set it").toBeNull()
  await expect(
    crew.db
      .one`update events set registration_url = 'javascript:hacked=1' where team_id = ${crew.id}`,
    "nor does the database take it",
  ).rejects.toThrow(/registration_url/)
  const { row } = await openList(page, crew)
  await expect(row(bad)).toBeVisible()
  expect(await page.evaluate(() => "hacked" in window)).toBe(false)
})

test("a cancelled event stays, marked, and can be taken back", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Rained off" })
  const { row, edit } = await openList(page, crew)
  const form = eventForm(page)
  for (const isOff of [true, false]) {
    await edit("Rained off").click()
    await form.cancelled.setChecked(isOff)
    await form.save.click()
    await expect(form.dialog).toHaveCount(0)
    await expect(row("Rained off").getByText("Cancelled")).toHaveCount(isOff ? 1 : 0)
  }
})

test("a second click saves and deletes no second time", async ({ page }) => {
  const crew = await ownCrew(page)
  const screen = await openList(page, crew)
  const form = await startEvent(page, "Once", DAY)
  await page.route("**/api/events", async (route) => {
    await new Promise((later) => setTimeout(later, 400))
    await route.continue()
  })
  await form.save.dblclick()
  await expect(form.save).toHaveText("Saving…")
  await expect(form.save).toBeDisabled()
  await expect(screen.row("Once")).toBeVisible()
  expect(await storedEvents(crew)).toHaveLength(1)
  await screen.delete("Once").click()
  await confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" }).dblclick()
  await expect(toast(page, "Event deleted")).toBeVisible()
  await expect(toast(page, "Failed to delete event")).toHaveCount(0)
})

test("deleting asks first; no and Escape keep it", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Precious" })
  const screen = await openList(page, crew)
  const dialog = confirmation(page, "Delete this event?")
  await screen.delete("Precious").click()
  await expect(dialog).toContainText("Precious")
  await dialog.getByRole("button", { name: "Keep it" }).click()
  await expect(dialog).toHaveCount(0)
  await screen.delete("Precious").click()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(screen.delete("Precious")).toBeFocused()
  expect(await storedEvents(crew)).toHaveLength(1)
})

test("leaving the form with something typed asks first", async ({ page }) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const form = await startEvent(page, "Half done", DAY)
  await form.cancel.click()
  const asked = confirmation(page, "Discard what you typed?")
  await asked.getByRole("button", { name: "Keep writing" }).click()
  await expect(form.title).toHaveValue("Half done")
  await page.keyboard.press("Escape")
  await asked.getByRole("button", { name: "Discard" }).click()
  await expect(form.dialog).toHaveCount(0)
  await calendar(page).add.click()
  await expect(form.title).toHaveValue("")
  await form.cancel.click()
  await expect(form.dialog, "nothing typed, nothing asked").toHaveCount(0)
})

test("who edits what somebody else has changed meanwhile chooses whose it is", async ({ page }) => {
  const crew = await newCrew()
  await enlist(page, crew, "admin")
  await postEvent(page, crew, { title: "Draft" })
  const screen = await openList(page, crew)
  const form = eventForm(page)
  const theirs = (title: string) =>
    crew.db.one`update events set title = ${title}, location = 'Theirs' where team_id = ${crew.id}`

  await screen.edit("Draft").click()
  await form.title.fill("Mine")
  await theirs("Theirs")
  await form.save.click()
  const notice = form.dialog.getByRole("alert")
  await expect(notice).toContainText("Somebody else changed this event while you were editing.")
  await expect(form.title).toHaveValue("Mine")
  expect(await storedEvents(crew)).toMatchObject([{ title: "Theirs" }])
  await notice.getByRole("button", { name: "Take their version" }).click()
  await expect(form.title).toHaveValue("Theirs")
  await expect(form.location).toHaveValue("Theirs")

  await form.title.fill("Mine after all")
  await theirs("Theirs again")
  await form.save.click()
  await notice.getByRole("button", { name: "Save mine over it" }).click()
  await expect(screen.row("Mine after all")).toBeVisible()
  expect(await storedEvents(crew)).toMatchObject([{ title: "Mine after all" }])
})

test("an event that is deleted meanwhile is said to be gone", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Gone" })
  const screen = await openList(page, crew)
  await crew.db.one`delete from events where team_id = ${crew.id}`
  await screen.delete("Gone").click()
  await confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" }).click()
  await expect(toast(page, "Failed to delete event")).toContainText("It is not there any more.")
  await expect(screen.row("Gone")).toHaveCount(0)
})
