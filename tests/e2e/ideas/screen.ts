import type { Locator, Page } from "@playwright/test"
import { expect } from "../test.ts"

export const THANKS =
  "Thank you for your suggestion. Our team will review it and get back to you soon."
export const SEND_FAILED = "There was an error sending your suggestion. Please try again later."

export const getSuggestForm = (page: Page) => ({
  name: page.getByLabel("Your name"),
  email: page.getByLabel("Email", { exact: true }),
  category: page.getByLabel("Category"),
  priority: page.getByLabel("How much would it help?"),
  title: page.getByLabel("Your idea in one line"),
  description: page.getByLabel("Description"),
  submit: page.getByRole("button", { name: "Send the idea" }),
})

export async function fillSuggestion(page: Page, title = "Umbrellas for the queue"): Promise<void> {
  const form = getSuggestForm(page)
  await form.name.fill("Mari Maasikas")
  await form.email.fill("mari@daina.test")
  await form.category.selectOption("Events")
  await form.priority.selectOption("Critical Need")
  await form.title.fill(title)
  await form.description.fill("It rains each time.\nWe stand there each time.")
}

const BOT_DELAY_MS = 3_100

/** Advances the page's clock, because a form that is sent within three seconds counts as sent by a bot. */
export const advanceClock = (page: Page) => page.clock.setFixedTime(Date.now() + BOT_DELAY_MS)

export const getIdeaRow = (page: Page, title: string): Locator =>
  page
    .locator("[data-popular]")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) })

export const getVoteButton = (row: Locator): Locator =>
  row.getByRole("button", { name: /^Voted? for/ })

export async function readVotes(row: Locator): Promise<number> {
  const count = row.getByText(/^\d+ votes?$/)
  await expect(count).toBeVisible()
  return Number.parseInt((await count.textContent()) ?? "", 10)
}
