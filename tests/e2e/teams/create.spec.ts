/** Founding a team. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { join, signIn } from "../people.ts"
import { expect, test } from "../test.ts"
import { breakWrites, FAULTS, loseConnection } from "./faults.ts"
import { joining, ownTeam, toast } from "./teams.ts"

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
  await stranger.goto("/teams")
  await expect(stranger.getByRole("heading", { name: title })).toBeVisible()
})

for (const [language, name, slug] of [
  ["Latvian", "Ķekatas Džūkstē", "kekatas-dzukste"],
  ["Estonian", "Põhja Öökullid Šõu", "pohja-ookullid-sou"],
  ["Lithuanian", "Žąsys ir Ežiukų Šokis", "zasys-ir-eziuku-sokis"],
  ["Russian", "Ночные Звёзды", "nochnye-zvezdy"],
  ["emoji", "✨ Glow 💃 Crew ✨", "glow-crew"],
] as const) {
  test(`a name in ${language} has an address that can be typed`, async ({ page }) => {
    await join(page)
    const form = await openDialog(page)
    await form.name.fill(name)
    await expect(form.slug).toHaveValue(slug)
  })
}

test("the address follows the name until it is written by hand", async ({ page }) => {
  await join(page)
  const { name, slug } = await openDialog(page)
  await name.pressSequentially("Kell  Kolm!")
  await expect(slug).toHaveValue("kell-kolm")
  await slug.fill("three-oclock")
  await name.fill("Kell Neli")
  await expect(slug).toHaveValue("three-oclock")
  await slug.fill("")
  await name.fill("Kell Viis")
  await expect(slug).toHaveValue("kell-viis")
})

test("a name of emoji alone needs an address by hand", async ({ page }) => {
  await join(page)
  const { name, slug, create } = await openDialog(page)
  await name.fill("💜🔥")
  await expect(dialog(page).getByText("The name has no letters or digits")).toBeVisible()
  await create.click()
  await expect(slug).toBeFocused()
  await expect(slug).toHaveAttribute("aria-invalid", "true")
  await slug.fill(`hearts-${unique()}`)
  await create.click()
  await expect(page.getByRole("heading", { level: 1, name: "💜🔥" })).toBeVisible()
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
  for (const [typed, error] of [
    ["Not An Address", "Use lowercase letters, digits and hyphens"],
    ["new", "This address is reserved"],
    ["mine", "This address is reserved"],
  ] as const) {
    await slug.fill(typed)
    await create.click()
    await expect(dialog(page).getByText(error)).toBeVisible()
    await expect(slug).toHaveValue(typed)
  }
})

test("an address that is taken is said at its field and by a toast", async ({ page }) => {
  await join(page)
  const { name, slug, description, create } = await openDialog(page)
  await name.fill("Žaibas")
  await description.fill("Lightning again.")
  await create.click()
  await expect(
    toast(page, "Failed to create team: This address is taken. Choose another one."),
  ).toBeVisible()
  await expect(slug).toHaveAttribute("aria-invalid", "true")
  await expect(slug).toBeFocused()
  await expect(dialog(page).getByText("This address is taken. Choose another one")).toBeVisible()
  await expect(name).toHaveValue("Žaibas")
  await expect(description).toHaveValue("Lightning again.")
  await slug.fill(`zaibas-${unique()}`)
  // Other tests look for the only team of that name.
  await name.fill("Perkūnas")
  await create.click()
  await expect(page.getByRole("heading", { level: 1, name: "Perkūnas" })).toBeVisible()
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
  await expect(toast(page, "Failed to create team: Daina cannot be reached.")).toBeVisible()
  await page.context().setOffline(false)
  const mend = await breakWrites(db, "teams", "name", title)
  await create.click()
  await expect(toast(page, "Failed to create team: An unexpected error occurred")).toBeVisible()
  await mend()
  await expect(name).toHaveValue(title)
  await create.click()
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
})

test.describe("a session that ended meanwhile", () => {
  test.use({ expectedErrors: /status of 40[14]/ })

  test("is said with the way to sign in again, and what was typed can be sent then", async ({
    page,
    others,
  }) => {
    const member = await join(page)
    const { name, create } = await openDialog(page)
    const title = `Sleepy ${unique()}`
    await name.fill(title)
    const phone = await others.device()
    await signIn(phone, member)
    await phone.request.delete("/api/account/sessions")
    await create.click()
    await expect(toast(page, "Failed to create team: Please sign in first.")).toBeVisible()
    await expect(dialog(page).getByRole("link", { name: "Log in in a new tab" })).toBeVisible()
    await signIn(page, member)
    await create.click()
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
  })
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

test("a press that comes before the button's script opens the dialog once it is there", async ({
  page,
}) => {
  await join(page)
  const here = Promise.withResolvers<void>()
  await page.route(/TeamsScript[^/]*\.js/, async (route) => {
    await here.promise
    await route.continue()
  })
  await page.goto("/teams")
  await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
  await page.getByRole("button", { name: "Create a team" }).click()
  await page.waitForTimeout(200)
  await expect(dialog(page)).toBeHidden()
  here.resolve()
  await expect(dialog(page)).toBeVisible()
})

test.describe("a dialog", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported/ })

  test("that cannot be loaded is said, and opens at the next press", async ({ page }) => {
    await ownTeam(page)
    const back = await loseConnection(page, "**/CreateDialog*.js")
    await page.goto("/teams")
    await page.getByRole("button", { name: "Create a team" }).click()
    await expect(toast(page, "Daina cannot be reached")).toBeVisible()
    await back()
    await page.getByRole("button", { name: "Create a team" }).click()
    await expect(dialog(page)).toBeVisible()
  })
})
