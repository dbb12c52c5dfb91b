/** The member's picture. */
import type { Page } from "@playwright/test"
import { z } from "zod"
import { smallPng } from "../../support/pictures.ts"
import { join } from "../people.ts"
import { choosePicture, openProfile, saveForm } from "../profile-form.ts"
import { expect, test } from "../test.ts"

const shown = (page: Page) => page.getByRole("main").getByRole("img", { name: "Picture" })

const Saved = z.object({ avatar_url: z.string().nullable() })

/** Returns the saved URL of the picture. */
async function savedPicture(page: Page): Promise<string | null> {
  return Saved.parse(await (await page.request.get("/api/profile")).json()).avatar_url
}

const picture = async (color: string, width = 400) => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await smallPng(color, width, width),
})

// functions/accounts/avatar-file tests the URLs and the deletion of files.
test("a picture is previewed, saved, replaced and removed @slow", async ({ page }) => {
  await join(page)
  await openProfile(page)
  await choosePicture(page, await picture("#ff5a7d"))
  await expect(shown(page)).toHaveAttribute("src", /^blob:/)
  expect(await savedPicture(page), "the file stays until the profile is saved").toBeNull()
  await saveForm(page)
  const first = await savedPicture(page)
  await page.reload()
  await expect(shown(page)).toHaveAttribute("src", first ?? "")
  await expect
    .poll(() => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await choosePicture(page, await picture("#3b82f6", 2400))
  await saveForm(page)
  expect(await savedPicture(page)).not.toBe(first)
  await page.getByRole("button", { name: "Remove" }).click()
  await expect(shown(page)).toHaveCount(0)
  await saveForm(page)
  expect(await savedPicture(page)).toBeNull()
})
