import { makeArtist } from "../../support/people/artists.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openAdmin, search } from "./screens.ts"

test("a super admin adds a release with a double click once, changes its date and deletes it", {
  tag: "@slow",
}, async ({ page }) => {
  const name = `Artist ${crypto.randomUUID().slice(0, 8)}`
  await makeArtist(await connectToDatabase(), name)
  await openAdmin(page, "/admin/releases", "Releases")
  await page.getByRole("button", { name: "New release" }).click()
  const dialog = getDialog(page, "New release")
  await dialog.getByRole("button", { name: "Add release" }).click()
  await expect(dialog.getByText("This field is required").first()).toBeVisible()
  await dialog.getByLabel("Artist").selectOption({ label: name })
  await dialog.getByLabel("Title").fill("Night Tram")
  await dialog.getByLabel("Type").selectOption({ label: "Mini album" })
  await dialog.getByLabel("How exact is the date?").selectOption("Only the month is known")
  await dialog.getByLabel("Date", { exact: true }).fill("2030-06-18")
  await expectAccessible(page, "the dialog of a release")
  await dialog.getByRole("button", { name: "Add release" }).dblclick()
  await expect(getToasts(page).getByText("Release added")).toHaveCount(1)
  await search(page, name)
  const release = getRow(page, name)
  for (const fact of ["Night Tram", "June 2030", "Mini album", "Upcoming"]) {
    await expect(release).toContainText(fact)
  }
  await release.getByRole("button", { name: /^Edit/ }).click()
  const editDialog = getDialog(page, "Edit release")
  // A release of which only the month is known has the first day of the month as its date.
  await editDialog.getByLabel("How exact is the date?").selectOption("The day is known")
  await editDialog.getByRole("button", { name: "Save changes" }).click()
  await expect(release).toContainText("June 1, 2030")
  await release.getByRole("button", { name: /^Delete/ }).click()
  await getDialog(page, "Delete this release?").getByRole("button", { name: "Delete" }).click()
  await expect(getToasts(page).getByText("Release deleted")).toBeVisible()
  await expect(release).toHaveCount(0)
})
