/** The member's picture. */
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { z } from "zod"
import { join } from "../people.ts"
import { choosePicture, openProfile, saveForm } from "../profile-form.ts"
import { expect, test } from "../test.ts"

const picture = async (colour: string, width = 400, height = width) => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await sharp({
    create: { width, height, channels: 3, background: colour },
  })
    .png()
    .toBuffer(),
})

const shown = (page: Page) => page.getByRole("main").getByRole("img", { name: "Picture" })

const Saved = z.object({ avatar_url: z.string().nullable() })

/** Returns the saved address of the picture. */
async function savedPicture(page: Page): Promise<string | null> {
  return Saved.parse(await (await page.request.get("/api/profile")).json()).avatar_url
}

const isThere = async (page: Page, address: string | null) =>
  (await page.request.get(address ?? "/nowhere")).status() === 200

test("a picture is previewed, saved, replaced, hidden and removed @all", async ({ page }) => {
  await join(page)
  const form = await openProfile(page)
  await choosePicture(page, await picture("#ff5a7d"))
  await expect(shown(page)).toHaveAttribute("src", /^blob:/)
  expect(await savedPicture(page), "the file stays until the profile is saved").toBeNull()
  await saveForm(page)
  await expect(shown(page)).toHaveAttribute("src", /^\/uploads\/avatars\//)
  const first = await savedPicture(page)
  const file = await page.request.get(first ?? "")
  expect(file.headers()["content-type"]).toBe("image/webp")
  await page.reload()
  await expect(shown(page)).toHaveAttribute("src", first ?? "")
  await expect
    .poll(() => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await choosePicture(page, await picture("#3b82f6", 2400))
  await saveForm(page)
  const second = await savedPicture(page)
  expect(second).not.toBe(first)
  expect(await isThere(page, second)).toBe(true)
  await expect.poll(() => isThere(page, first), "the old file is deleted").toBe(false)

  await form.shows("Show my picture").uncheck()
  await form.save.click()
  await expect
    .poll(() => savedPicture(page), "the file has moved to a new address")
    .not.toBe(second)
  expect(await isThere(page, await savedPicture(page))).toBe(true)
  await expect.poll(() => isThere(page, second)).toBe(false)

  const third = await savedPicture(page)
  await page.reload()
  await page.getByRole("button", { name: "Remove" }).click()
  await expect(shown(page)).toHaveCount(0)
  expect(await isThere(page, third), "the file stays until the profile is saved").toBe(true)
  await saveForm(page)
  expect(await savedPicture(page)).toBeNull()
  await expect.poll(() => isThere(page, third)).toBe(false)
})
