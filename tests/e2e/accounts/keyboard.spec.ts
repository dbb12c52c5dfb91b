/** The members' pages by keyboard alone. */
import type { Page } from "@playwright/test"
import { join, newEmail, whoIs } from "../people.ts"
import { openProfile, profileForm } from "../profile-form.ts"
import { inHeader } from "../screens.ts"
import { expect, test } from "../test.ts"

/** What the focus is on, by its role and name. */
const focused = (page: Page) => page.locator(":focus")

/** Presses Tab, and says where it led: label, text or type. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press("Tab")
  return await focused(page).evaluate((element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const label = element.closest("fieldset, .field")?.querySelector("label, legend")
    return (
      element.ariaLabel ??
      labels[0]?.textContent ??
      (element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement
        ? element.textContent
        : label?.textContent) ??
      element.tagName
    ).trim()
  })
}

test("signing up needs no mouse", async ({ page }) => {
  const email = newEmail()
  await page.goto("/register")
  await page.getByLabel("Email").focus()
  await page.keyboard.type(email)
  await page.keyboard.press("Tab")
  await page.keyboard.type("lightstick")
  expect(await tab(page)).toBe("Show password")
  await page.keyboard.press("Tab")
  await page.keyboard.type("lightstick")
  expect(await tab(page)).toBe("Show password")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  await expect(page.getByRole("checkbox").first()).toBeChecked()
  await page.keyboard.press("Enter")
  await expect(inHeader(page, email)).toBeVisible()
})

test("the profile is filled in its order, with the focus in sight at each step", async ({
  page,
}) => {
  await join(page)
  const form = await openProfile(page)
  await form.picture.focus()
  const order: string[] = []
  for (let step = 0; step < 14; step += 1) {
    order.push(await tab(page))
    await expect(focused(page)).toBeInViewport()
  }
  expect(order).toEqual([
    "Show my picture",
    "Display name",
    "Show my display name",
    "Bio",
    "Show my bio",
    "You are",
    "Gender",
    "Show my gender",
    "Birth date",
    "Birth date",
    "Birth date",
    "Show my birth date",
    "Show the songs and albums I like",
    "Save profile",
  ])
  await form.name.focus()
  await page.keyboard.press("End")
  await page.keyboard.type(" II")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  await expect(form.shows("Show my display name")).not.toBeChecked()
  await form.gender.focus()
  await page.keyboard.type("Fem")
  await expect(form.gender).toHaveValue("female")
  await form.name.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("Profile updated")).toBeVisible()
  await expect(form.name).toHaveValue("Mari Kask II")
})

test("the deletion dialog keeps the focus, and gives it back", async ({ page }) => {
  const member = await join(page)
  await openProfile(page)
  const open = page.getByRole("button", { name: "Delete my account…" })
  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  await open.focus()
  await page.keyboard.press("Enter")
  await expect(dialog).toBeFocused()
  expect(await tab(page)).toBe("Your password")
  expect(await tab(page)).toBe("Keep my account")
  expect(await tab(page)).toBe("Delete for good")
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()

  await page.keyboard.press("Space")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(dialog, "kept").toHaveCount(0)
  await expect(open).toBeFocused()
  expect(await whoIs(page)).toMatchObject({ id: member.id })

  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await page.keyboard.type(member.password)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/")
  expect(await whoIs(page)).toBeNull()
})

test("a device is ended, and the password changed, without a mouse", async ({ page, others }) => {
  const member = await join(page)
  const phone = await others.device()
  const { email, password } = member
  await phone.request.post("/api/auth/sign-in", { data: { email, password } })
  await openProfile(page)
  await page.getByRole("button", { name: /^End .+ on / }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("The session has ended")).toBeVisible()
  await expect(page.getByRole("list", { name: "Devices" })).toBeFocused()
  expect(await whoIs(phone)).toBeNull()
  await page.getByLabel("Current password").focus()
  await page.keyboard.type(member.password)
  await page.keyboard.press("Tab")
  await page.keyboard.type("encore-encore")
  await page.keyboard.press("Tab")
  await page.keyboard.type("encore-encore")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Your password is changed")).toBeVisible()
  await expect(profileForm(page).save).toBeEnabled()
})
