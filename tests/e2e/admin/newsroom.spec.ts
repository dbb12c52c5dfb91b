import type { Page } from "@playwright/test"
import { makeArticle } from "../../support/factories.ts"
import { makeSubscriber } from "../../support/people/newsletter.ts"
import { EDITOR, giveGrant } from "../../support/people/newsroom.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { waitForMail } from "../mails.ts"
import { confirmIdentity, expireProof, signIn } from "../people.ts"
import { getToasts, openOwnMenu } from "../screens.ts"
import { expect, test } from "../test.ts"
import { chooseAction, createNamedMember, getDialog, getRow, openAdmin, search } from "./screens.ts"

async function patchArticle(page: Page, id: string, changes: object): Promise<number> {
  const { updated_at } = await (await page.request.get(`/api/admin/news/${id}`)).json()
  const data = { ...changes, updated_at }
  return (await page.request.patch(`/api/admin/news/${id}`, { data })).status()
}

const getTranslationDialog = (page: Page) => page.getByRole("dialog", { name: "Edit translation" })

test("a translator writes a translation, an editor publishes it, and the translator updates it", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  test.slow()
  const translator = await createNamedMember(page)
  const editor = await createNamedMember(page)
  const db = await connectToDatabase()
  // Deletes the attempts of earlier tests, which may have reached the limit of role changes.
  await db.one`delete from attempts where action = 'role-update'`
  await giveGrant(db, editor.id, EDITOR)

  await openAdmin(page, `/admin/users?search=${translator.id}`, "Users")
  const accessDialogName = `Newsroom access of “${translator.name}”`
  await chooseAction(page, translator.name, "Newsroom")
  await getDialog(page, accessDialogName)
    .getByLabel(/^Translator/)
    .check()
  await getDialog(page, accessDialogName).getByRole("button", { name: "Save" }).click()
  await expect(getDialog(page, accessDialogName).getByText("This field is required")).toBeVisible()
  await getDialog(page, accessDialogName).getByLabel("Latvian").check()
  await getDialog(page, accessDialogName).getByRole("button", { name: "Save" }).click()
  await expect(getToasts(page).getByText("Newsroom access changed")).toBeVisible()
  await expect(getRow(page, translator.id)).toContainText("Translator: LV")
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  const article = {
    title: `Night ${uniqueWord}`,
    slug: `night-${uniqueWord}`,
    content: "Eight crews danced.",
  }
  const { id } = await makeArticle(db, article)

  const translatorPage = await otherPages.openBrowser()
  expect(await signIn(translatorPage, translator)).toBe(true)
  await translatorPage.goto("/about")
  await (await openOwnMenu(translatorPage)).getByRole("link", { name: "Newsroom" }).click()
  await expect(translatorPage.getByRole("link", { name: /^To translate into/ })).toHaveCount(1)
  await translatorPage.getByRole("link", { name: /^To translate into Latvian: \d+$/ }).click()
  await expect(translatorPage).toHaveURL(/filter=to_lv&sort=oldest/)
  await search(translatorPage, uniqueWord)
  await expect(translatorPage.getByRole("button", { name: "New article" })).toHaveCount(0)
  await expect(getRow(translatorPage, uniqueWord).getByRole("button")).toHaveCount(1)
  await getRow(translatorPage, uniqueWord).getByRole("button", { name: "Latvian: missing" }).click()
  await expect(getTranslationDialog(translatorPage)).toContainText("Eight crews danced.")
  await getTranslationDialog(translatorPage)
    .getByRole("textbox", { name: "Title" })
    .fill(`Nakts ${uniqueWord}`)
  await getTranslationDialog(translatorPage)
    .getByRole("textbox", { name: "Content" })
    .fill("Dejoja astoņas grupas.")
  await expectAccessible(translatorPage, "the editor of a translation")
  await expect(
    getTranslationDialog(translatorPage).getByRole("button", { name: /^Publish/ }),
  ).toHaveCount(0)
  await getTranslationDialog(translatorPage)
    .getByRole("button", { name: /^(Save draft|Ready for an editor)$/ })
    .click()
  await expect(getTranslationDialog(translatorPage)).toHaveCount(0)
  const draft = translatorPage.getByRole("button", { name: "Latvian: draft" })
  await translatorPage.goto(`/newsroom?search=${uniqueWord}`)
  await expect(draft).toBeVisible()
  const [translation] = await db.many<{ id: string }>`
    select id from news where original_id = ${id}`
  const translationId = translation?.id ?? ""
  expect(await patchArticle(translatorPage, translationId, { is_published: true })).toBe(403)

  const editorPage = await otherPages.openBrowser()
  expect(await signIn(editorPage, editor)).toBe(true)
  await editorPage.goto("/newsroom")
  await editorPage.getByRole("link", { name: /^To publish: \d+$/ }).click()
  await expect(getRow(editorPage, uniqueWord)).toBeVisible()
  expect(await patchArticle(editorPage, translationId, { is_published: true })).toBe(200)

  expect(await patchArticle(editorPage, id, { content: "Nine crews danced." })).toBe(200)
  await editorPage.goto("/newsroom")
  await editorPage.getByRole("link", { name: /^Outdated: \d+$/ }).click()
  await getRow(editorPage, uniqueWord).getByRole("button", { name: "Latvian: outdated" }).click()
  await getTranslationDialog(editorPage).getByText("What changed").click()
  await expect(
    getTranslationDialog(editorPage).getByRole("region", { name: "Content", exact: true }),
  ).toContainText("Nine")
  const matchesOriginal = getTranslationDialog(editorPage).getByLabel(
    "This translation matches the original now",
  )
  await expect(matchesOriginal).not.toBeChecked()
  await getTranslationDialog(editorPage)
    .getByRole("textbox", { name: "Content" })
    .fill("Dejoja deviņas grupas.")
  await expect(matchesOriginal).not.toBeChecked()
  await matchesOriginal.check()
  await getTranslationDialog(editorPage).getByRole("button", { name: "Save changes" }).click()
  await expect(getTranslationDialog(editorPage)).toHaveCount(0)
  await editorPage.goto(`/newsroom?search=${uniqueWord}`)
  await expect(editorPage.getByRole("button", { name: "Latvian: published" })).toBeVisible()
})

test.describe("preview links", () => {
  test.use({ expectedErrors: /status of (403|410)/ })

  test("an editor shares and revokes a preview link, and sends the article as a newsletter", {
    tag: "@slow",
  }, async ({ page, otherPages }) => {
    const editor = await createNamedMember(page)
    const db = await connectToDatabase()
    await giveGrant(db, editor.id, EDITOR)
    const reader = `reader-${crypto.randomUUID()}@daina.test`
    await makeSubscriber(db, reader)
    const { slug } = await makeArticle(db, { title: "Unripe", published: false })
    expect(await signIn(page, editor)).toBe(true)

    await page.goto("/newsroom")
    await search(page, slug)
    await getRow(page, "Unripe").getByRole("button", { name: /^Edit/ }).click()
    await page.getByRole("button", { name: "Share a preview" }).click()
    const shareDialog = page.getByRole("dialog", { name: "Share a preview" })
    await shareDialog.getByRole("button", { name: "Create the link" }).click()
    const firstLink = await shareDialog.getByLabel("Link to the preview").inputValue()
    await shareDialog.getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Share a preview" }).click()
    await expect(shareDialog.getByText("One link to this draft works.")).toBeVisible()
    await shareDialog.getByRole("button", { name: "Create another link" }).click()
    const linkField = shareDialog.getByLabel("Link to the preview")
    await expect(linkField).not.toHaveValue(firstLink)
    await expect(linkField).toHaveAccessibleDescription(
      "Copy the link now. It won't be shown again.",
    )
    const friendPage = await otherPages.openBrowser()
    await friendPage.goto(firstLink)
    await expect(friendPage.getByRole("heading", { level: 1, name: "Unripe" })).toBeVisible()
    await expect(friendPage.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
    await shareDialog.getByRole("button", { name: "Revoke all links" }).click()
    await expect(shareDialog.getByRole("button", { name: "Create the link" })).toBeVisible()
    await friendPage.reload()
    await expect(friendPage.getByRole("heading", { name: "Unripe" })).toHaveCount(0)
    await shareDialog.getByRole("button", { name: "Close" }).click()

    const dialog = page.getByRole("dialog", { name: "Edit article" })
    await dialog.getByRole("button", { name: "Publish", exact: true }).click()
    await page.getByRole("menuitem", { name: "Publish now" }).click()
    await page.getByRole("button", { name: "Publish anyway" }).click()
    await expect(dialog).toHaveCount(0)
    await getRow(page, "Unripe")
      .getByRole("button", { name: /newsletter/ })
      .click()
    const sendDialog = page.getByRole("dialog", { name: "Send as a newsletter" })
    await sendDialog.getByRole("button", { name: /test/i }).click()
    expect((await waitForMail(editor.email, /^Unripe$/)).text).toContain(`/news/${slug}`)
    await expireProof(editor.id)
    await sendDialog.getByRole("button", { name: /^Send to \d+ reader/ }).click()
    await page
      .getByRole("dialog", { name: /^Email \d+ reader/ })
      .getByRole("button", { name: /^Send to \d+ reader/ })
      .click()
    await confirmIdentity(page, editor)
    await expect(sendDialog.getByText(/^Sent on/)).toBeVisible({ timeout: 30_000 })
    expect((await waitForMail(reader, /^Unripe$/)).text).toContain(`/news/${slug}`)
  })
})
