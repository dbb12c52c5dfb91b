import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"
import { fillNewEvent, getEventForm, openList } from "./screens.ts"
import { createOwnTeam, createTeam, getDayFromNow } from "./teams.ts"

test.use({
  expectedErrors: /status of (404|409)|ERR_FAILED/,
  viewport: { width: 390, height: 844 },
})

test("pages of canceled, past and unknown events are accessible @slow", async ({ page }) => {
  for (const slug of ["flash-mob-at-balti-jaam", "vilnius-crew-league-round-five"]) {
    await page.goto(`/events/${slug}`)
    await expectAccessible(page, `the event ${slug}`)
  }
  await page.goto("/events/nowhere")
  await expect(page.getByRole("heading", { name: "Event not found" })).toBeVisible()
  await expectAccessible(page, "the page of an unknown event")
})

test("the list is accessible with upcoming events, with past events and without events", {
  tag: "@slow",
}, async ({ page }) => {
  await signInAs(page, "owner")
  const { getRow } = await openList(page, "")
  await expect(getRow("Costume evening")).toBeVisible()
  await expectAccessible(page, "the calendar's list")
  await page.getByRole("button", { name: "Earlier events" }).click()
  await expect(getRow("Last rehearsal with the paper plates")).toBeVisible()
  await expectAccessible(page, "the calendar's list with past events")
  await page.goto(`/calendar?team=${(await createTeam()).slug}`)
  await expect(page.getByRole("heading", { name: "No events here" })).toBeVisible()
  await expectAccessible(page, "the calendar's list without events")
})

test("the list is accessible for an unknown team, while loading and after a failure", {
  tag: "@slow",
}, async ({ page }) => {
  await signInAs(page, "owner")
  await page.goto("/calendar?team=nobody-at-all")
  await expect(page.getByRole("heading", { name: "Team not found" })).toBeVisible()
  await expectAccessible(page, "the calendar of an unknown team")
  const responseGate = Promise.withResolvers<void>()
  await page.route("**/api/events*", async (route) => {
    await responseGate.promise
    await route.abort("failed")
  })
  await page.goto("/calendar")
  await expect(page.getByText("Loading the calendar…")).toBeVisible()
  await expectAccessible(page, "the calendar while it loads")
  responseGate.resolve()
  await expect(page.getByRole("heading", { name: "Failed to load events" })).toBeVisible()
  await expectAccessible(page, "the calendar that failed to load")
})

test("the form of an event is accessible with errors", async ({ page }) => {
  const screen = await openList(page, await createOwnTeam(page))
  await screen.addButton.click()
  const { save, title } = getEventForm(page)
  await save.click()
  await expect(page.getByText("This field is required")).toHaveCount(3)
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute("aria-invalid", "true")
  await expectAccessible(page, "the event form with errors")
})

test("the form can be filled by keyboard in order, and the focus stays visible", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "By keyboard", getDayFromNow(3))
  await form.team.focus()
  const labels: string[] = []
  while (!labels.includes("Save event") && labels.length < 40) {
    // Reads `activeElement`, because `:focus` does not match a date field while one of its parts has the focus.
    const [name, isVisible] = await page.evaluate(() => {
      const { activeElement } = document
      // A file input is invisible, so its label must be visible instead.
      const element =
        activeElement instanceof HTMLInputElement && activeElement.type === "file"
          ? activeElement.closest("label")
          : activeElement
      const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {}
      // The bar with the buttons Cancel and Save must not cover the first line of the field.
      const topmost = document.elementFromPoint(left + 16, top + 16)
      const label =
        element instanceof HTMLButtonElement
          ? element.textContent
          : element?.closest(".field")?.querySelector("label")?.textContent
      return [label ?? "", element?.contains(topmost)] as const
    })
    expect(isVisible, `${name} is visible`).toBe(true)
    // A date field has several tab stops, but is one entry in the list.
    if (labels.at(-1) !== name) labels.push(name)
    await page.keyboard.press("Tab")
  }
  // The list has one empty name, because one element has no label.
  expect(labels.join(", ")).toBe(
    "Team, Englishoriginal, Title, Description, Language of the original, , Starts, Ends, Repeats, Time zone, Location, Country, Address, Sign-up link, Places, Prize, Price, Price in euros, Minimum age, Accessibility, Poster, Who sees it, Cancel, Save event",
  )
})
