/** Suggesting an idea: by anybody, without losing a word of it. */
import { PEOPLE, signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"
import { FAILED, fillIn, ideaRow, suggestForm, THANKS, takeTime } from "./screen.ts"

const SEND = "**/api/send-telegram-suggestion"

test("a visitor is thanked, and can go on with another one", async ({ page }) => {
  await page.goto("/suggest-idea")
  await fillIn(page)
  await takeTime(page)
  const sending = page.waitForResponse(SEND)
  await suggestForm(page).submit.click()
  expect((await sending).status()).toBe(200)
  await expect(page.getByText(THANKS)).toBeVisible()
  await expect(page.getByRole("heading", { name: "It is with us" })).toBeFocused()
  await expect(page.getByText("“Umbrellas for the queue” is in our inbox.")).toBeVisible()
  await page.getByRole("button", { name: "Suggest another one" }).click()
  const form = suggestForm(page)
  await expect(form.title).toBeFocused()
  await expect(form.title).toHaveValue("")
  await expect(form.description).toHaveValue("")
  await expect(form.name).toHaveValue("Mari Maasikas")
  await page.reload()
  await expect(form.title).toHaveValue("")
})

test("by keyboard alone, from the name to the button", async ({ page }) => {
  await page.goto("/suggest-idea")
  const { name, submit } = suggestForm(page)
  await name.focus()
  for (const typed of ["Mari", "mari@daina.test", "E", "C", "A tent", "For the rain"]) {
    await page.keyboard.type(typed)
    await page.keyboard.press("Tab")
  }
  await expect(submit).toBeFocused()
  await takeTime(page)
  await page.keyboard.press("Enter")
  await expect(page.getByText(THANKS)).toBeVisible()
})

test("what is missing is said at its field, until it is there", async ({ page }) => {
  await page.goto("/suggest-idea")
  const form = suggestForm(page)
  await form.email.fill("mari@")
  await form.submit.click()
  await expect(page.getByText("This field is required")).toHaveCount(5)
  await expect(page.getByText("Please enter a valid email address")).toBeVisible()
  await expect(form.name).toBeFocused()
  await expect(form.name).toHaveAccessibleDescription("This field is required")
  await form.name.fill("Mari")
  await expect(page.getByText("This field is required")).toHaveCount(4)
  await expect(form.name).not.toHaveAttribute("aria-invalid", "true")
})

test("what is being written outlasts a reload", async ({ page }) => {
  await page.goto("/suggest-idea")
  await fillIn(page)
  await page.reload()
  const form = suggestForm(page)
  await expect(form.name).toHaveValue("Mari Maasikas")
  await expect(form.category).toHaveValue("events")
  await expect(form.priority).toHaveValue("high")
  await expect(form.description).toHaveValue("It rains each time.\nWe stand there each time.")
})

test.describe("when sending fails", () => {
  test.use({ expectedErrors: /net::ERR|status of (429|503)/ })

  test("nothing is lost, and a second try is the same suggestion", async ({ page }) => {
    const ids: unknown[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("suggestion")) ids.push(request.postDataJSON().id)
    })
    await page.route(SEND, (route) => route.abort("internetdisconnected"))
    await page.goto("/suggest-idea")
    await fillIn(page)
    await takeTime(page)
    const { submit, title } = suggestForm(page)
    await submit.click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect(page.getByRole("alert")).toContainText("Check your connection")
    await expect(title).toHaveValue("Umbrellas for the queue")
    await expect(submit).toBeFocused()
    await page.unroute(SEND)
    await submit.click()
    await expect(page.getByText(THANKS)).toBeVisible()
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test("one too many is told how long to wait", async ({ page }) => {
    await page.goto("/suggest-idea")
    const { submit } = suggestForm(page)
    for (let sent = 0; sent < 5; sent += 1) {
      await fillIn(page, `Idea ${sent}`)
      await takeTime(page)
      await submit.click()
      await page.getByRole("button", { name: "Suggest another one" }).click()
    }
    await fillIn(page, "One more")
    await takeTime(page)
    await submit.click()
    await expect(page.getByRole("alert")).toContainText(/You can try again in (1 hour|\d+ minutes)/)
    await expect(suggestForm(page).title).toHaveValue("One more")
  })
})

test("sent before the scripts are there, it is sent once they are", async ({ page }) => {
  const { promise: go, resolve } = Promise.withResolvers<void>()
  await page.route(/\/_astro\/.+\.js$/, async (route) => {
    await go
    await route.continue()
  })
  await page.goto("/suggest-idea", { waitUntil: "commit" })
  await fillIn(page)
  await suggestForm(page).submit.click()
  await page.waitForTimeout(500)
  await expect(page).toHaveURL("/suggest-idea")
  await expect(suggestForm(page).title).toHaveValue("Umbrellas for the queue")
  resolve()
  await expect(page.getByText(THANKS)).toBeVisible()
})

test("a member finds the address filled in, and may give another", async ({ page }) => {
  await signInAs(page, "member")
  await page.goto("/suggest-idea")
  const { email } = suggestForm(page)
  await expect(email).toHaveValue(PEOPLE.member)
  await email.fill("other@daina.test")
  await page.reload()
  await expect(email).toHaveValue("other@daina.test")
})

test("ideas like the title show up while it is typed, and lead to themselves", async ({ page }) => {
  await page.goto("/suggest-idea")
  const { title } = suggestForm(page)
  await title.pressSequentially("calendar of halls", { delay: 20 })
  const panel = page.locator("[data-similar]")
  await expect(panel).toContainText("There is something like it already")
  const link = panel.getByRole("link", { name: "A shared calendar of free halls" })
  await expect(panel.getByText(/^\d+ votes$/)).toBeVisible()
  await link.click()
  await expect(ideaRow(page, "A shared calendar of free halls")).toBeInViewport()
  await title.fill("Umbrellas")
  await expect(panel).toBeHidden()
})

test("the footer leads here, and five tips help", async ({ page }) => {
  await page.goto("/shop")
  await page.getByRole("contentinfo").getByRole("link", { name: "Suggest an idea" }).click()
  await expect(page).toHaveURL("/suggest-idea")
  const tips = page.getByRole("complementary", { name: "What makes an idea" })
  await expect(tips.getByRole("listitem")).toHaveCount(5)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("there is no form that could not work, and it is said why", async ({ page }) => {
    await page.goto("/suggest-idea")
    await expect(page.locator(".ideas-form noscript p")).toBeVisible()
    for (const control of Object.values(suggestForm(page))) await expect(control).toBeHidden()
    await expect(page.getByRole("heading", { name: "Your idea" })).toHaveCount(1)
  })
})
