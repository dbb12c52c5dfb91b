/** Taking one's data along, and leaving. */
import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { z } from "zod"
import { DEMO_PASSWORD } from "../../../db/demo/accounts.ts"
import { PEOPLE, signInAs } from "../accounts.ts"
import { join, signIn, whoIs } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { comeBack, fillSignIn, inHeader, logInLink, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"

const Export = z.object({
  account: z.object({ id: z.string(), email: z.string() }),
  profile: z.object({ display_name: z.string(), bio: z.string(), date_of_birth: z.string() }),
  sessions: z.array(z.object({ is_current: z.boolean().optional(), method: z.string() })),
})

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Delete my account…" }).click()
  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    password: dialog.getByLabel("Your password"),
    submit: dialog.getByRole("button", { name: /^(Delete for good|Deleting…)$/ }),
  }
}

test("the download holds what is held on the member, and no secret", async ({ page }) => {
  const profile = { bio: "All of it, please.", date_of_birth: "1999-03-09" }
  const member = await join(page, { profile })
  await openProfile(page)
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download my data" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe("daina-my-data.json")
  await expect(toasts(page).getByText("Your data is downloaded")).toBeVisible()
  const text = await readFile(await download.path(), "utf8")
  const data = Export.parse(JSON.parse(text))
  expect(data.account).toMatchObject({ id: member.id, email: member.email })
  expect(data.profile).toMatchObject({ display_name: "Mari Kask", ...profile })
  expect(data.sessions).toHaveLength(1)
  expect(text).not.toMatch(/argon2|token_hash|password_hash/)
})

test("unsaved changes do not hold back who leaves for good", async ({ page }) => {
  const member = await join(page)
  const { name } = await openProfile(page)
  await name.fill("Never to be saved")
  const asked: string[] = []
  page.on("dialog", (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const { password } = await openDialog(page)
  await password.fill(member.password)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/")
  expect(asked).toEqual([])
})

test.describe("deleting the account", () => {
  test.use({ expectedErrors: /status of (401|404|409|422|429)|ERR_INTERNET_DISCONNECTED/ })

  test("signs out everywhere, says goodbye, and leaves nobody behind", async ({ page, others }) => {
    const member = await join(page, { profile: { display_name: "Soon Gone" } })
    const phone = await others.device()
    await signIn(phone, member)
    await phone.goto(`/members/${member.id}`)
    await expect(phone.getByRole("heading", { name: "Soon Gone" })).toBeVisible()
    await page.goto("/shop")
    await openProfile(page)
    const { dialog, password, submit } = await openDialog(page)
    await expect(dialog.getByText(`This is about the account of ${member.email}.`)).toBeVisible()
    await expect(dialog.getByText("This cannot be undone.")).toBeVisible()
    await password.fill(member.password)
    await submit.click()
    await expect(page).toHaveURL("/")
    await expect(toasts(page).getByText("Goodbye, and thank you")).toBeVisible()
    await expect(logInLink(page)).toBeVisible()
    expect(await page.context().cookies(), "no cookie stays").toEqual([])
    await comeBack(phone)
    await expect(logInLink(phone)).toBeVisible()
    await expect(phone.getByRole("heading", { name: "Nobody is here" })).toBeVisible()
    await page.goBack()
    await expect(page, "the page of the account is done with").toHaveURL("/shop")
  })

  test("the account opens no more, and its profile is not found", async ({ page }) => {
    const member = await join(page)
    const gone = await page.request.delete("/api/account", { data: { password: member.password } })
    expect(gone.status()).toBe(204)
    await page.goto("/login")
    await fillSignIn(page, member)
    await expect(page.getByText("Invalid login credentials")).toBeVisible()
    await page.goto(`/members/${member.id}`)
    await expect(page.getByRole("heading", { name: "Nobody is here" })).toBeVisible()
  })

  test("a wrong password is said at its field, a lost connection too, and nothing is deleted", async ({
    page,
  }) => {
    const member = await join(page)
    await openProfile(page)
    const { dialog, password, submit } = await openDialog(page)
    await submit.click()
    await expect(dialog.getByText("This field is required")).toBeVisible()
    await password.fill("not-this-one")
    await submit.click()
    await expect(dialog.getByText("This is not your password")).toBeVisible()
    await expect(password).toBeFocused()
    await page.route("**/api/account", (route) => route.abort("internetdisconnected"))
    await password.fill(member.password)
    await submit.click()
    await expect(dialog.getByText("Daina cannot be reached.")).toBeVisible()
    await expect(password).toHaveValue(member.password)
    await page.unroute("**/api/account")
    await dialog.getByRole("button", { name: "Keep my account" }).click()
    await expect(dialog).toHaveCount(0)
    expect(await whoIs(page)).toMatchObject({ id: member.id })
  })

  test("the eleventh try says that there were too many", async ({ page }) => {
    const member = await join(page)
    for (let tries = 0; tries < 10; tries += 1) {
      await page.request.delete("/api/account", { data: { password: "not-this-one" } })
    }
    await openProfile(page)
    const { dialog, password, submit } = await openDialog(page)
    await password.fill(member.password)
    await submit.click()
    await expect(dialog.getByText("Too many tries. Nothing was deleted.")).toBeVisible()
    expect(await whoIs(page)).toMatchObject({ id: member.id })
  })

  test("the last super admin is kept, and told why", async ({ page }) => {
    await signInAs(page, "super")
    await openProfile(page)
    const { dialog, password, submit } = await openDialog(page)
    await password.fill(DEMO_PASSWORD)
    await submit.click()
    await expect(
      dialog.getByText("You are the last super admin. Make somebody else one before you leave."),
    ).toBeVisible()
    await page.reload()
    await expect(inHeader(page, PEOPLE.super)).toBeVisible()
  })
})
