/** Founding a team. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { breakWrites, FAULTS } from "./faults.ts"
import { joining, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const unique = () => randomBytes(3).toString("hex")

const dialog = (page: Page) => page.getByRole("dialog", { name: "Create a team" })
const fields = (page: Page) => ({
  name: dialog(page).getByLabel("Name"),
  slug: dialog(page).getByLabel("Address", { exact: true }),
  description: dialog(page).getByLabel("Description"),
  location: dialog(page).getByLabel("Location"),
  country: dialog(page).getByLabel("Country"),
  create: dialog(page).getByRole("button", { name: /^(Create the team|Creating…)$/ }),
})

async function openDialog(page: Page) {
  await page.goto("/teams")
  await page.getByRole("button", { name: "Create a team" }).click()
  await expect(dialog(page)).toBeVisible()
  return fields(page)
}

test("a member founds a team, is at its page at once, and owns it", async ({ page, others }) => {
  await join(page)
  const { name, slug, description, location, country, create } = await openDialog(page)
  const title = `Rīgas Ūdensrozes ${unique()}`
  await name.fill(` ${title.replace(" ", "  ")} `)
  await expect(slug).toHaveValue(/^rigas-udensrozes-\w{6}$/)
  const address = `/teams/${await slug.inputValue()}`
  await expect(dialog(page).getByText(`The page will be at ${address}`)).toBeVisible()
  await description.fill("Seven of us.\n\nAnd a <b>piano</b>.")
  await location.fill("Rīga")
  await country.selectOption({ label: "Latvia" })
  // A second click does not found a second one.
  await create.dblclick()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
  await expect(toast(page, "Your team is here")).toBeVisible()
  await expect(page.getByText("And a <b>piano</b>.")).toBeVisible()
  await expect(page.getByText("Rīga, Latvia").first()).toBeVisible()
  await expect(page.getByText("1 member", { exact: true })).toBeVisible()
  await expect(joining(page).manage).toHaveAttribute("href", `${address}/manage`)

  const stranger = await others.device()
  for (const path of [address, `/ru${address}`]) {
    await stranger.goto(path)
    await expect(stranger.getByRole("heading", { level: 1, name: title })).toBeVisible()
  }
  await page.goto("/teams")
  const mine = page.getByRole("region", { name: "My teams" })
  await expect(mine.getByRole("link", { name: title })).toBeVisible()
})

test("what is wrong is said at its field, and what was typed stays", async ({ page }) => {
  await join(page)
  const { name, slug, description, create } = await openDialog(page)
  await create.click()
  await expect(name).toBeFocused()
  await expect(dialog(page).getByText("This field is required").first()).toBeVisible()

  const long = "n".repeat(300)
  await name.fill(long)
  await description.fill("Still here.")
  await create.click()
  await expect(name).toHaveAttribute("aria-invalid", "true")
  await expect(dialog(page).getByText("200 characters too many").first()).toBeVisible()
  await expect(name).toHaveValue(long)
  await expect(description).toHaveValue("Still here.")

  await name.fill("Fine")
  await slug.fill("new")
  await create.click()
  await expect(dialog(page).getByText("This address is reserved")).toBeVisible()
})

test("a lost connection and a broken database are said, and nothing typed is lost", async ({
  page,
}) => {
  await join(page)
  const db = await siteDatabase()
  const { name, create } = await openDialog(page)
  const title = `Patient ${unique()}`
  await name.fill(title)
  await page.context().setOffline(true)
  await create.click()
  await expect(toast(page, "Failed to create team: Daina can't be reached.")).toBeVisible()
  await page.context().setOffline(false)
  const mend = await breakWrites(db, "teams", "name", title)
  await create.click()
  await expect(toast(page, "Failed to create team: An unexpected error occurred")).toBeVisible()
  await mend()
  await expect(name).toHaveValue(title)
  await create.click()
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
})

test("a closed dialog keeps what was typed; the focus goes back to its button", async ({
  page,
}) => {
  await join(page)
  const { name } = await openDialog(page)
  await name.fill("Half a")
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toBeHidden()
  const button = page.getByRole("button", { name: "Create a team" })
  await expect(button).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(name).toHaveValue("Half a")
})
