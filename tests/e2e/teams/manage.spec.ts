import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, openEditor } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

test("the owner edits the team and changes its URL", async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(page, { name: "Before" })
  const form = await openEditor(page, team.slug)
  await expect(page.getByText("Everything is saved")).toBeVisible()
  await form.name.fill("Pēc tam")
  await expect(form.slug, "renaming does not change the URL").toHaveValue(team.slug)
  await expect(page.getByText("Unsaved changes")).toBeVisible()
  const slug = `${team.slug}-moved`
  await form.slug.fill(slug)
  await expect(page.getByText("Links to the old address will lead here.")).toBeVisible()
  await form.description.fill("Lūk, mēs.")
  await form.location.fill("Kuldīga")
  await form.country.selectOption({ label: "Latvia" })
  await form.website.fill("https://pec-tam.example")
  await form.instagram.fill("https://www.instagram.com/pec")
  await form.youtube.fill("https://www.youtube.com/@pec")
  await page.getByLabel("Members can add events").uncheck()
  await form.save.click()
  await expect(getToast(page, "The team is saved")).toBeVisible()
  await expect(page).toHaveURL(`/teams/${slug}/manage`)
  await page.reload()
  await expect(form.description).toHaveValue("Lūk, mēs.")
  await expect(page.getByLabel("Members can add events")).not.toBeChecked()
  const visitor = await otherPages.openBrowser()
  await visitor.goto(`/teams/${slug}`)
  await expect(visitor.getByRole("heading", { level: 1, name: "Pēc tam" })).toBeVisible()
  await expect(visitor.getByText("Kuldīga, Latvia").first()).toBeVisible()
  for (const name of [/^Website/, /^Instagram/, /^YouTube/]) {
    await expect(visitor.getByRole("link", { name })).toBeVisible()
  }
})
