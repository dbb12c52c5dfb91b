/** Tests of pages whose scripts are missing, because a new version of the site has replaced them. */
import type { Page } from "@playwright/test"
import { createOwnTeam, openTeam } from "../teams/teams.ts"
import { expect, test } from "../test.ts"

test.use({
  expectedErrors: /status of 404|dynamically imported module|ERR_(FAILED|INTERNET_DISCONNECTED)/,
})

const removeScript = (page: Page, script: string) =>
  page.route(`**/_astro/${script}*.js`, (route) => route.fulfill({ status: 404 }))

const getNewVersionMessage = (page: Page) =>
  page.getByRole("region", { name: "Messages" }).getByText("A new version is out")

const clickReload = (page: Page) =>
  page.getByRole("region", { name: "Messages" }).getByRole("link", { name: "Reload" }).click()

test("a typed email address survives the reload that is offered when search fails to load", async ({
  page,
}) => {
  await removeScript(page, "SearchDialog")
  await page.goto("/shop")
  const address = page.getByLabel("Your email address").first()
  await address.fill("mari@example.org")
  await page.getByRole("button", { name: "Search" }).click()
  await expect(getNewVersionMessage(page)).toBeVisible()
  await page.unrouteAll()
  await clickReload(page)
  await expect(getNewVersionMessage(page)).toBeHidden()
  await expect(address).toHaveValue("mari@example.org")
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page.getByRole("dialog").getByRole("searchbox")).toBeFocused()
})

test("a field whose editor fails to load shows a message, and its text survives a reload", {
  tag: "@slow",
}, async ({ page }) => {
  const { team } = await createOwnTeam(page)
  await removeScript(page, "RichTextArea")
  await openTeam(page, team.slug, "blog")
  const writeButton = page.getByRole("button", { name: "Write a post" })
  const dialog = page.getByRole("dialog")
  await writeButton.click()
  await dialog.getByLabel("Title").fill("Written in an old tab")
  await expect(dialog.getByRole("alert").getByText("A new version is out")).toBeVisible()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveCount(0)
  await dialog.getByRole("button", { name: "Markdown" }).click()
  await dialog.getByRole("textbox", { name: "Text" }).fill("It **stays**.")
  await dialog.getByRole("button", { name: "Markdown" }).click()
  await page.unrouteAll()
  await dialog.getByRole("button", { name: "Reload" }).click()
  await expect(dialog).toBeHidden()
  await writeButton.click()
  await expect(dialog.getByLabel("Title")).toHaveValue("Written in an old tab")
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveText("It stays.")
})

test("the message of a failed script mentions the lost connection", async ({ page, context }) => {
  await page.goto("/shop")
  await expect(page.locator("html[data-scripts=here]")).toBeAttached()
  await context.setOffline(true)
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page.getByText("Daina can't be reached")).toBeVisible()
  await expect(getNewVersionMessage(page)).toBeHidden()
  await context.setOffline(false)
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page.getByRole("dialog").getByRole("searchbox")).toBeFocused()
})
