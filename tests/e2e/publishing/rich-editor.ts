import type { Locator, Page } from "@playwright/test"
import { makeSmallPng } from "../../support/pictures.ts"
import { signInAs } from "../accounts.ts"

export const makePictureFile = async (width: number, height: number, name: string) => ({
  name,
  mimeType: "image/png",
  buffer: await makeSmallPng("#ff5a7d", width, height),
})

/** Opens the form for a new article and returns its dialog and the rich-text field, which has the focus. */
export async function openNewArticle(page: Page): Promise<{ dialog: Locator; text: Locator }> {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await page.getByRole("button", { name: "New article" }).click()
  const dialog = page.getByRole("dialog", { name: "New article" })
  const text = dialog.getByRole("textbox", { name: "Content" })
  await text.click()
  return { dialog, text }
}

export async function readMarkdown(dialog: Locator): Promise<string> {
  const toggle = dialog.getByRole("button", { name: "Markdown" })
  await toggle.click()
  const markdown = await dialog.getByRole("textbox", { name: "Content" }).inputValue()
  await toggle.click()
  return markdown
}
