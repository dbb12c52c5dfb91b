import type { Page } from "@playwright/test"
import { z } from "zod"
import { makeSmallPng } from "../../support/pictures.ts"
import { signInNewMember } from "../people.ts"
import { choosePicture, openProfile, saveForm } from "../profile-form.ts"
import { expect, test } from "../test.ts"

const getShownPicture = (page: Page) => page.getByRole("main").getByRole("img", { name: "Picture" })

const SavedProfile = z.object({ avatar_url: z.string().nullable() })

async function fetchSavedPicture(page: Page): Promise<string | null> {
  return SavedProfile.parse(await (await page.request.get("/api/profile")).json()).avatar_url
}

const makePictureFile = async (color: string, side = 400) => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await makeSmallPng(color, side, side),
})

test("a picture is previewed, saved, replaced and removed @slow", async ({ page }) => {
  await signInNewMember(page)
  await openProfile(page)
  await choosePicture(page, await makePictureFile("#ff5a7d"))
  await expect(getShownPicture(page)).toHaveAttribute("src", /^blob:/)
  expect(
    await fetchSavedPicture(page),
    "a chosen picture is stored only when the profile is saved",
  ).toBeNull()
  await saveForm(page)
  const firstPicture = await fetchSavedPicture(page)
  await page.reload()
  await expect(getShownPicture(page)).toHaveAttribute("src", firstPicture ?? "")
  await expect
    .poll(() => getShownPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await choosePicture(page, await makePictureFile("#3b82f6", 2400))
  await saveForm(page)
  expect(await fetchSavedPicture(page)).not.toBe(firstPicture)
  await page.getByRole("button", { name: "Remove" }).click()
  await expect(getShownPicture(page)).toHaveCount(0)
  await saveForm(page)
  expect(await fetchSavedPicture(page)).toBeNull()
})
