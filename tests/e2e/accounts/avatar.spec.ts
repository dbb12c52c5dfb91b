/** The member's picture. */
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { z } from "zod"
import { join } from "../people.ts"
import { openProfile, profileForm, saveForm } from "../profile-form.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"

// Who has no profile yet is told so by a 404, which the browser logs.
test.use({ expectedErrors: /404 .*\/api\/profile\)$/ })

const picture = async (colour: string, pixels = 400) => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await sharp({
    create: { width: pixels, height: pixels, channels: 3, background: colour },
  })
    .png()
    .toBuffer(),
})

const shown = (page: Page) => page.getByRole("main").getByRole("img", { name: "Picture" })

const Saved = z.object({ avatar_url: z.string().nullable() })

/** The picture's address, as saved. */
async function savedPicture(page: Page): Promise<string | null> {
  return Saved.parse(await (await page.request.get("/api/profile")).json()).avatar_url
}

const isThere = async (page: Page, address: string | null) =>
  (await page.request.get(address ?? "/nowhere")).status() === 200

test("a picture is seen before it is saved, saved, replaced, hidden and removed", async ({
  page,
}) => {
  await join(page)
  const form = await openProfile(page)
  await form.picture.setInputFiles(await picture("#ff5a7d"))
  await expect(shown(page)).toHaveAttribute("src", /^blob:/)
  expect(await savedPicture(page), "not before it is saved").toBeNull()
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

  await form.picture.setInputFiles(await picture("#3b82f6", 2400))
  await saveForm(page)
  const second = await savedPicture(page)
  expect(second).not.toBe(first)
  expect(await isThere(page, second)).toBe(true)
  await expect.poll(() => isThere(page, first), "the old address is gone").toBe(false)

  await form.shows("Show my picture").uncheck()
  await form.save.click()
  await expect
    .poll(() => savedPicture(page), "who knew the address sees it no more")
    .not.toBe(second)
  expect(await isThere(page, await savedPicture(page))).toBe(true)
  await expect.poll(() => isThere(page, second)).toBe(false)

  const third = await savedPicture(page)
  await page.reload()
  await page.getByRole("button", { name: "Remove" }).click()
  await expect(shown(page)).toHaveCount(0)
  expect(await isThere(page, third), "not before it is saved").toBe(true)
  await saveForm(page)
  expect(await savedPicture(page)).toBeNull()
  await expect.poll(() => isThere(page, third)).toBe(false)
})

test("a first picture may come before a first profile", async ({ page }) => {
  await join(page, {})
  const form = await openProfile(page)
  await form.picture.setInputFiles(await picture("#c6f432"))
  await form.name.fill("Līga")
  await saveForm(page)
  await page.reload()
  await expect(shown(page)).toHaveAttribute("src", /^\/uploads\/avatars\//)
})

test("what is no picture, or too large, is refused at once and changes nothing", async ({
  page,
}) => {
  await join(page)
  const form = await openProfile(page)
  await form.picture.setInputFiles(await picture("#c6f432"))
  const preview = await shown(page).getAttribute("src")
  for (const [name, mimeType, buffer] of [
    ["notes.txt", "text/plain", Buffer.from("Not a picture")],
    ["page.png", "image/png", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["drawing.svg", "image/svg+xml", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const) {
    await form.picture.setInputFiles({ name, mimeType, buffer })
    const toast = toasts(page).getByRole("listitem").filter({ hasText: "Invalid file type" })
    await expect(toast, name).toContainText("Please select an image file")
    await toast.getByRole("button", { name: "Close this message" }).click()
    await expect(toast).toBeHidden()
    await expect(shown(page)).toHaveAttribute("src", preview ?? "")
  }
  await form.picture.setInputFiles({
    name: "poster.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(10_000_001),
  })
  await expect(toasts(page).getByText("This picture is larger than 10 MB.")).toBeVisible()
  await saveForm(page)
  expect(await savedPicture(page)).not.toBeNull()
})

test.describe("a failed upload leaves the picture as it was, and what was typed", () => {
  test.use({ expectedErrors: /status of (413|415|500)|ERR_INTERNET_DISCONNECTED/ })

  for (const [what, answer, reason] of [
    ["a server that fails", { status: 500 }, "Unknown error"],
    ["a lost connection", null, "Daina cannot be reached."],
  ] as const) {
    test(`by ${what}`, async ({ page }) => {
      await join(page)
      const form = await openProfile(page)
      await form.picture.setInputFiles(await picture("#ff5a7d"))
      await saveForm(page)
      const before = await savedPicture(page)
      await page.route("**/api/profile/avatar", (route) =>
        answer ? route.fulfill(answer) : route.abort("internetdisconnected"),
      )
      await form.picture.setInputFiles(await picture("#3b82f6"))
      await form.bio.fill("Typed before it failed.")
      await form.save.click()
      await expect(toasts(page).getByText(`Upload failed: ${reason}`)).toBeVisible()
      await expect(form.bio).toHaveValue("Typed before it failed.")
      expect(await savedPicture(page)).toBe(before)
      expect(await isThere(page, before)).toBe(true)

      await page.unroute("**/api/profile/avatar")
      await saveForm(page)
      expect(await savedPicture(page), "the next try sends it").not.toBe(before)
      await page.reload()
      await expect(form.bio).toHaveValue("Typed before it failed.")
    })
  }

  test("by a picture that the server cannot read", async ({ page }) => {
    await join(page)
    await page.route("**/api/profile/avatar", (route) =>
      route.continue({ postData: Buffer.from("GIF89a, and nothing else") }),
    )
    const form = await openProfile(page)
    await form.picture.setInputFiles(await picture("#3b82f6"))
    await form.name.fill("Līga")
    await form.save.click()
    await expect(
      toasts(page).getByText("Upload failed: This file is not a picture that we can use."),
    ).toBeVisible()
    await expect(shown(page), "it would be refused again").toHaveCount(0)
    await expect(profileForm(page).name).toHaveValue("Līga")
    expect(await savedPicture(page)).toBeNull()
    await saveForm(page)
  })
})
