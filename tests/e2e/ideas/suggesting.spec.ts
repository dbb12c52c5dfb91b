import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  advanceClock,
  fillSuggestion,
  getIdeaRow,
  getSuggestForm,
  SEND_FAILED,
  THANKS,
} from "./screen.ts"

const SEND_URL = "**/api/send-telegram-suggestion"

test("a visitor sends a suggestion and can write another suggestion", async ({ page }) => {
  await page.goto("/suggest-idea")
  await fillSuggestion(page)
  await advanceClock(page)
  const sending = page.waitForResponse(SEND_URL)
  await getSuggestForm(page).submit.click()
  expect((await sending).status()).toBe(200)
  await expect(page.getByText(THANKS)).toBeVisible()
  await expect(page.getByRole("heading", { name: "Sent!" })).toBeFocused()
  await expect(page.getByText("“Umbrellas for the queue” is in our inbox.")).toBeVisible()
  await page.getByRole("button", { name: "Suggest another one" }).click()
  const form = getSuggestForm(page)
  await expect(form.title).toBeFocused()
  await expect(form.title).toHaveValue("")
  await expect(form.description).toHaveValue("")
  await expect(form.name).toHaveValue("Mari Maasikas")
  await page.reload()
  await expect(form.title).toHaveValue("")
})

test("a draft survives a reload", async ({ page }) => {
  await page.goto("/suggest-idea")
  await fillSuggestion(page)
  // Focusing a field loads the script that stores the draft.
  await expect(page.locator("[data-suggest-form]")).toHaveAttribute("data-form", "started")
  await page.reload()
  const form = getSuggestForm(page)
  await expect(form.name).toHaveValue("Mari Maasikas")
  await expect(form.category).toHaveValue("events")
  await expect(form.priority).toHaveValue("high")
  await expect(form.description).toHaveValue("It rains each time.\nWe stand there each time.")
})

test.describe("when sending fails", () => {
  test.use({ expectedErrors: /net::ERR|status of (429|503)/ })

  test("the form keeps its text, and a retry sends the same suggestion", async ({ page }) => {
    const suggestionIds: unknown[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("suggestion")) suggestionIds.push(request.postDataJSON().id)
    })
    await page.route(SEND_URL, (route) => route.abort("internetdisconnected"))
    await page.goto("/suggest-idea")
    await fillSuggestion(page)
    await advanceClock(page)
    const { submit, title } = getSuggestForm(page)
    await submit.click()
    await expect(page.getByText(SEND_FAILED)).toBeVisible()
    await expect(getToasts(page)).toContainText("Check your connection")
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0)
    await expect(title).toHaveValue("Umbrellas for the queue")
    await expect(submit).toBeFocused()
    await page.unroute(SEND_URL)
    await submit.click()
    await expect(page.getByText(THANKS)).toBeVisible()
    await expect(getToasts(page).getByText(SEND_FAILED)).toHaveCount(0)
    expect(suggestionIds).toHaveLength(2)
    expect(new Set(suggestionIds).size).toBe(1)
  })

  test("the form works at the second press if its script failed to load at the first press", async ({
    page,
  }) => {
    await page.goto("/suggest-idea")
    const { submit, name } = getSuggestForm(page)
    await page.context().setOffline(true)
    await submit.click()
    await expect(getToasts(page)).toContainText("Daina can't be reached")
    await expect(page.locator("[data-submitted-early]"), "the spinner is hidden").toHaveCount(0)
    await page.context().setOffline(false)
    await submit.click()
    await expect(name).toBeFocused()
    await expect(page.getByText("This field is required")).toHaveCount(6)
  })
})

test("similar ideas appear while a title is typed, and link to the list", async ({ page }) => {
  await page.goto("/suggest-idea")
  const { title } = getSuggestForm(page)
  await title.pressSequentially("calendar of halls", { delay: 20 })
  const panel = page.locator("[data-similar]")
  await expect(panel).toContainText("There's already something similar")
  const link = panel.getByRole("link", { name: "A shared calendar of free halls" })
  await expect(panel.getByText(/^\d+ votes$/)).toBeVisible()
  await link.click()
  await expect(getIdeaRow(page, "A shared calendar of free halls")).toBeInViewport()
  await title.fill("Umbrellas")
  await expect(panel).toBeHidden()
})
