import type { Page } from "@playwright/test"
import { makeSmallPng } from "../../support/pictures.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openAdmin, search } from "./screens.ts"

const createTitle = () => `Night ${crypto.randomUUID().slice(0, 8)}`

async function fillNewEvent(page: Page, title: string) {
  await page.getByRole("button", { name: "New event" }).click()
  const dialog = page.getByRole("dialog", { name: "New event" })
  await dialog.getByLabel("Title").fill(title)
  await dialog.getByLabel("Start", { exact: true }).fill("2027-05-01T18:00")
  await dialog.getByLabel("End", { exact: true }).fill("2027-05-01T21:00")
  return dialog
}

test("a super admin creates an event with all fields, and its times are in the Baltic time zone", async ({
  page,
}) => {
  const title = createTitle()
  await openAdmin(page, "/admin/events", "Events")
  const dialog = await fillNewEvent(page, title)
  await dialog.getByLabel("Max participants").fill("many")
  await dialog.getByLabel("Sign-up link").fill("not an address")
  await dialog.getByLabel("End", { exact: true }).fill("2027-05-01T17:00")
  const save = dialog.getByRole("button", { name: "Create event" })
  await save.click()
  await expect(dialog.getByText("Please enter a full web address")).toBeVisible()
  await expect(dialog.getByLabel("Max participants")).toHaveAttribute("aria-invalid", "true")
  await dialog.getByLabel("Max participants").fill("40")
  await dialog.getByLabel("Sign-up link").fill("https://example.org/join")
  await save.click()
  await expect(dialog.getByText("The end is before the start")).toBeVisible()
  await dialog.getByLabel("End", { exact: true }).fill("2027-05-01T21:00")
  await dialog.getByLabel("Prize").fill("A lightstick")
  await dialog.getByLabel("Location").fill("Rīga")
  await dialog.getByLabel("Featured").check()
  await dialog.locator("input[type=file]").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("hello"),
  })
  await expect(page.getByText("Please select an image file").first()).toBeVisible()
  await expect(getToasts(page).getByText("Invalid file type")).toBeVisible()
  await dialog.locator("input[type=file]").setInputFiles({
    name: "picture.png",
    mimeType: "image/png",
    buffer: await makeSmallPng("#f57", 960, 540),
  })
  await expect(dialog.getByRole("img", { name: "Current image" })).toBeVisible()
  await save.click()
  await expect(getToasts(page).getByText("Event created successfully")).toBeVisible()
  await search(page, title)
  const eventRow = getRow(page, title)
  await expect(eventRow).toContainText("May 1, 2027 at 6:00 PM")
  for (const fact of ["Rīga", "40 places", "A lightstick", "Featured"]) {
    await expect(eventRow).toContainText(fact)
  }
  await expect(eventRow.getByRole("link", { name: /^Sign-up/ })).toHaveAttribute(
    "href",
    "https://example.org/join",
  )
  const db = await connectToDatabase()
  const stored = await db.one<{ start_date: string; image_url: string }>`
    select start_date, image_url from events where title = ${title}`
  expect(stored?.start_date).toBe("2027-05-01T15:00:00.000Z")
  expect(stored?.image_url).toMatch(/^\/uploads\/event-images\//)
})

test("a super admin creates, cancels and deletes an event without a limit of places", {
  tag: "@slow",
}, async ({ page }) => {
  const title = createTitle()
  await openAdmin(page, "/admin/events", "Events")
  const dialog = await fillNewEvent(page, title)
  await dialog.getByRole("button", { name: "Create event" }).dblclick()
  await expect(getToasts(page).getByText("Event created successfully")).toHaveCount(1)
  await search(page, title)
  await expect(getRow(page, title)).toHaveCount(1)
  await expect(getRow(page, title)).toContainText("Unlimited places")
  await getRow(page, title).getByRole("button", { name: /^Edit/ }).click()
  const editDialog = page.getByRole("dialog", { name: "Edit event" })
  await expect(editDialog.getByLabel("Start", { exact: true })).toHaveValue("2027-05-01T18:00")
  await editDialog.getByLabel("Canceled").check()
  await expectAccessible(page, "the dialog of an event")
  await editDialog.getByRole("button", { name: "Save changes" }).click()
  await expect(getToasts(page).getByText("Event updated successfully")).toBeVisible()
  await expect(getRow(page, title).getByText("Canceled", { exact: true })).toBeVisible()
  await getRow(page, title)
    .getByRole("button", { name: /^Delete/ })
    .click()
  await getDialog(page, "Delete this event?").getByRole("button", { name: "Delete" }).click()
  await expect(getToasts(page).getByText("Event deleted successfully")).toBeVisible()
  await search(page, title)
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
})
