import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { z } from "zod"
import { signIn, signInNewMember } from "../people.ts"
import { openProfile, openProfileTab } from "../profile-form.ts"
import { fillSignIn, getEmailInHeader, getLogInLink, getToasts, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of (401|404|409|422|429)|ERR_INTERNET_DISCONNECTED/ })

const DataExport = z.object({
  account: z.object({ id: z.string(), email: z.string() }),
  profile: z.object({ display_name: z.string(), bio: z.string(), date_of_birth: z.string() }),
  sessions: z.array(z.object({ is_current: z.boolean().optional(), method: z.string() })),
})

async function openDeletionDialog(page: Page) {
  await openProfileTab(page, "My data")
  await page.getByRole("button", { name: "Delete my account…" }).click()
  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    password: dialog.getByLabel("Your password"),
    submit: dialog.getByRole("button", { name: /^(Delete my account|Deleting…)$/ }),
  }
}

test("the download contains the member's data and no secrets", async ({ page }) => {
  const profile = { bio: "All of it, please.", date_of_birth: "1999-03-09" }
  const member = await signInNewMember(page, { profile })
  await openProfile(page)
  await openProfileTab(page, "My data")
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download my data" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe("daina-my-data.json")
  await expect(page.getByText("Your data is downloaded")).toBeVisible()
  const text = await readFile(await download.path(), "utf8")
  const exported = DataExport.parse(JSON.parse(text))
  expect(exported.account).toMatchObject({ id: member.id, email: member.email })
  expect(exported.profile).toMatchObject({ display_name: "Mari Kask", ...profile })
  expect(exported.sessions).toHaveLength(1)
  expect(text).not.toMatch(/argon2|token_hash|password_hash/)
})

test("a deletion logs out all devices and tabs, and can be undone after a log-in @slow", async ({
  page,
  otherPages,
}) => {
  const member = await signInNewMember(page, { profile: { display_name: "Soon Gone" } })
  const phone = await otherPages.openBrowser()
  await signIn(phone, member)
  await phone.goto(`/members/${member.id}`)
  await expect(phone.getByRole("heading", { name: "Soon Gone" })).toBeVisible()
  const tab = await otherPages.openTab()
  await tab.goto("/news")
  await expect(getEmailInHeader(tab, member.email)).toBeVisible()
  await page.goto("/shop")
  const { name: nameField } = await openProfile(page)
  await nameField.fill("Never to be saved")
  const browserDialogs: string[] = []
  page.on("dialog", (dialog) => {
    browserDialogs.push(dialog.type())
    void dialog.accept()
  })
  const { dialog, password, submit } = await openDeletionDialog(page)
  await expect(dialog.getByText(`You're deleting the account of ${member.email}.`)).toBeVisible()
  await expect(dialog.getByText("You have seven days to log in")).toBeVisible()
  await password.fill(member.password)
  await submit.click()
  await expect(page).toHaveURL("/")
  expect(browserDialogs, "the browser does not ask about the unsaved name").toEqual([])
  await expect(getToasts(page).getByText("Goodbye, and thank you")).toBeVisible()
  await expect(getLogInLink(page)).toBeVisible()
  expect(await page.context().cookies(), "all cookies are deleted").toEqual([])
  await expect(getLogInLink(tab), "the other tab updates at once").toBeVisible({ timeout: 5000 })
  await returnToTab(phone)
  await expect(getLogInLink(phone)).toBeVisible()
  await expect(phone.getByRole("heading", { name: "Member not found" })).toBeVisible()
  await page.goBack()
  await expect(page, "the profile is not shown again").toHaveURL(/\/login\?/)
  await fillSignIn(page, member)
  await expect(page.getByText("This account is about to be deleted.")).toBeVisible()
  await page.getByRole("button", { name: "Keep my account" }).click()
  await expect(getToasts(page).getByText("Your account stays")).toBeVisible()
  await expect(getEmailInHeader(page, member.email)).toBeVisible()
})
