import type { Page } from "@playwright/test"
import { expect } from "../test.ts"
import type { CalendarTeam } from "./teams.ts"

async function chooseAction(page: Page, title: string, action: string, index = 0) {
  await getCalendar(page).getActionsButton(title).nth(index).click()
  await page.getByRole("menuitem", { name: action }).filter({ visible: true }).click()
}

export const getCalendar = (page: Page) => ({
  addButton: page.getByRole("button", { name: "Add event", exact: true }),
  getCountryChip: (name: string) =>
    page.getByRole("group", { name: "Country" }).getByRole("button", { name, exact: true }),
  teamFilter: page.getByRole("combobox", { name: "Team" }),
  events: page.getByRole("region", { name: "Events" }),
  grid: page.getByRole("grid"),
  /** Returns the innermost list item, because the items of days contain the items of events. */
  getRow: (title: string) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
      .last(),
  getActionsButton: (title: string) =>
    page.getByRole("button", { name: `Actions: ${title}`, exact: true }),
  edit: (title: string, index?: number) => chooseAction(page, title, "Edit", index),
  delete: (title: string, index?: number) => chooseAction(page, title, "Delete", index),
  listTitles: () =>
    page
      .getByRole("region", { name: "Events" })
      .getByRole("heading", { level: 3 })
      .allTextContents(),
})

/** Opens the calendar's list, of one team or with further URL parameters (such as `&country=lv`). */
export async function openList(page: Page, teamOrQuery: CalendarTeam | string) {
  await page.goto(
    `/calendar?view=list${typeof teamOrQuery === "string" ? teamOrQuery : `&team=${teamOrQuery.slug}`}`,
  )
  const screen = getCalendar(page)
  await expect(page.getByRole("button", { name: "Earlier events" })).toBeVisible()
  await expect(screen.events.getByText("Loading the calendar…")).toHaveCount(0)
  return screen
}

export const getEventForm = (page: Page) => {
  const dialog = page.getByRole("dialog", { name: /^(Add|Edit) event$/ })
  return {
    dialog,
    team: dialog.getByLabel("Team", { exact: true }),
    title: dialog.getByLabel("Title"),
    start: dialog.getByLabel("Starts"),
    end: dialog.getByLabel("Ends"),
    zone: dialog.getByLabel("Time zone"),
    location: dialog.getByLabel("Location"),
    country: dialog.getByLabel("Country"),
    description: dialog.getByLabel("Description"),
    type: dialog.getByLabel("Who sees it"),
    save: dialog.getByRole("button", { name: /^(Save event|Saving…)$/ }),
    cancel: dialog.getByRole("button", { name: "Cancel" }),
  }
}

export const getConfirmation = (page: Page, title: string) =>
  page.getByRole("dialog", { name: title })

export async function fillNewEvent(page: Page, title: string, day: string) {
  await getCalendar(page).addButton.click()
  const form = getEventForm(page)
  await form.title.fill(title)
  await form.start.fill(`${day}T18:00`)
  await form.end.fill(`${day}T20:00`)
  await form.type.selectOption("The team only")
  return form
}
