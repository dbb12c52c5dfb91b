import type { Page } from "@playwright/test"
import { makeSmallPng } from "../../support/pictures.ts"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getRow, openAdmin, search } from "./screens.ts"

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
