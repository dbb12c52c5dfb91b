import type { Page } from "@playwright/test"
import { expect } from "./test.ts"

export const getProfileForm = (page: Page) => ({
  name: page.getByRole("textbox", { name: "Display name" }),
  bio: page.getByRole("textbox", { name: "Bio" }),
  userType: page.getByRole("combobox", { name: "You are" }),
  gender: page.getByRole("combobox", { name: "Gender", exact: true }),
  day: page.getByRole("combobox", { name: "Day" }),
  month: page.getByRole("combobox", { name: "Month" }),
  year: page.getByRole("combobox", { name: "Year" }),
  picture: page.locator("input[type=file]"),
  save: page.getByRole("button", { name: /^(Save profile|Saving…)$/ }),
})

export const getVisibility = (page: Page, part: string) =>
  page.getByRole("combobox", { name: `Who sees it: ${part}`, exact: true })

export async function openProfile(page: Page) {
  await page.goto("/profile")
  const form = getProfileForm(page)
  await expect(form.name).toBeVisible()
  return form
}

export const openProfileTab = (page: Page, tab: "Profile" | "Security" | "Emails" | "My data") =>
  page
    .getByRole("navigation", { name: "Parts of your profile" })
    .getByRole("link", { name: tab })
    .click()

export async function choosePicture(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await getProfileForm(page).picture.setInputFiles(file)
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Use this" }).click()
  await expect(dialog).toHaveCount(0)
}

export async function saveForm(page: Page): Promise<void> {
  await getProfileForm(page).save.click()
  await expect(page.getByRole("main").getByText("Everything is saved").first()).toBeVisible()
  await expect(page.getByText("Profile updated").last()).toBeVisible()
}
