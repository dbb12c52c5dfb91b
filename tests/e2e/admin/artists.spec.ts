import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { createEmail } from "../people.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getRow, openAdmin, search } from "./screens.ts"

test.use({ expectedErrors: /ERR_FAILED|status of 4\d\d/ })

test("a super admin adds an artist, adds a spelling that members wrote, and merges two artists", {
  tag: "@slow",
}, async ({ page }) => {
  const id = crypto.randomUUID().slice(0, 8)
  const db = await connectToDatabase()
  // Creates two members with a favorite group that is not an artist of the site.
  for (const _member of [1, 2]) {
    await db.one`
      insert into users (email, favorite_groups) values (${createEmail()}, array[${`Novva ${id}`}])`
  }
  await openAdmin(page, "/admin/artists", "Artists")
  await page.getByRole("button", { name: "New artist", exact: true }).first().click()
  const dialog = page.getByRole("dialog", { name: "New artist" })
  await dialog.getByLabel("Name", { exact: true }).fill("straykids")
  await dialog.getByRole("button", { name: "Add artist" }).click()
  await expect(dialog.getByText("This spelling belongs to another artist")).toBeVisible()
  await dialog.getByLabel("Name", { exact: true }).fill(`Nova ${id}`)
  await dialog.getByLabel("Other spellings").fill(`N.${id}\n\nNov ${id}`)
  await page.route("**/api/admin/artists", (route) => route.abort())
  await dialog.getByRole("button", { name: "Add artist" }).click()
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(`Nova ${id}`)
  await page.unroute("**/api/admin/artists")
  await dialog.getByRole("button", { name: "Add artist" }).dblclick()
  await expect(getToasts(page).getByText("Artist added")).toHaveCount(1)

  await page.getByRole("button", { name: `Add to Nova ${id}` }).click()
  await expect(getToasts(page).getByText(/is now a spelling of/)).toBeVisible()
  await search(page, `Novva ${id}`)
  await expect(getRow(page, `Nova ${id}`)).toContainText("2 followers")
  await expectAccessible(page, "the list of artists")

  await db.one`insert into artists (slug, name) values (${`twin-${id}`}, ${`Twin ${id}`})`
  await page.reload()
  await getRow(page, `Nova ${id}`)
    .getByRole("button", { name: /^Merge/ })
    .click()
  const merge = page.getByRole("dialog", { name: /^Merge/ })
  await merge.getByRole("button", { name: "Merge" }).click()
  await expect(merge.getByText("This field is required")).toBeVisible()
  await merge.getByLabel("Artist").selectOption(`Twin ${id}`)
  await merge.getByRole("button", { name: "Merge" }).click()
  await expect(getToasts(page).getByText(`Nova ${id} is now part of Twin ${id}`)).toBeVisible()
  await expect(getRow(page, `Twin ${id}`)).toContainText("2 followers")
})
