/** Leaving a list by a letter's link. */
import type { Page } from "@playwright/test"
import { makeLetter, makeSubscriber, subscriptionsOf } from "../../letters.ts"
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { newReader } from "./screens.ts"

const leave = (page: Page) => page.getByRole("button", { name: "Yes, unsubscribe me" })
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })

test("opening the link does nothing, one press does it, and so does another", async ({ page }) => {
  const db = await siteDatabase()
  const reader = newReader()
  await makeSubscriber(db, reader)
  const token = await makeLetter(db, reader)
  await page.goto(`/newsletter/unsubscribe#token=${token}`)
  await expect(page).toHaveURL("/newsletter/unsubscribe")
  await expect(leave(page)).toBeVisible()
  await expectClean(page, "before")
  expect(await subscriptionsOf(db, reader)).toHaveLength(1)
  await leave(page).click()
  await expect(heading(page, "You are off the list")).toBeFocused()
  await expect(page.getByText("No more letters from Daina come to this address")).toBeVisible()
  expect(await subscriptionsOf(db, reader)).toEqual([])
  await expectClean(page, "after")

  await page.goto("/")
  await page.goto(`/newsletter/unsubscribe#token=${token}`)
  await leave(page).click()
  await expect(heading(page, "You are off the list")).toBeVisible()
})

test("who leaves a list is told of the form of that list", async ({ page }) => {
  const db = await siteDatabase()
  const main = page.getByRole("main")
  const shop = main.getByRole("link", { name: "To the shop" })
  await page.goto(`/newsletter/unsubscribe#token=${await makeLetter(db, newReader(), "shop")}`)
  await leave(page).click()
  await expect(main.getByText("The form in the shop puts you back.")).toBeVisible()
  await expect(main.getByText("at the bottom of this page")).toBeHidden()
  await expect(shop).toHaveAttribute("href", "/shop")

  await page.goto("/")
  await page.goto(`/newsletter/unsubscribe#token=${await makeLetter(db, newReader())}`)
  await leave(page).click()
  await expect(main.getByText("at the bottom of this page")).toBeVisible()
  await expect(shop).toBeHidden()
})

test("a mail program without a button of its own opens its address: the page in the reader's language", async ({
  page,
}) => {
  const db = await siteDatabase()
  const token = await makeLetter(db, newReader(), "shop")
  await page.goto(`/api/letters/unsubscribe?token=${token}&language=et`)
  await expect(page).toHaveURL("/et/newsletter/unsubscribe")
  await page.getByRole("main").locator("form button").click()
  await expect(page.locator("[data-view=done]")).toBeVisible()
})

test.describe("links that do not work", () => {
  test.use({ expectedErrors: /status of 410|ERR_INTERNET_DISCONNECTED/ })

  test("one that no letter had says whom to write to", async ({ page }) => {
    await page.goto(`/newsletter/unsubscribe#token=${"x".repeat(43)}`)
    await leave(page).click()
    await expect(heading(page, "This link does not work")).toBeFocused()
    const main = page.getByRole("main")
    await expect(main.getByRole("link", { name: "hello@daina.example" })).toBeVisible()
    await expectClean(page, "unusable")
  })

  test("without a connection the page says so, and the button works again later", async ({
    page,
    context,
  }) => {
    const db = await siteDatabase()
    const token = await makeLetter(db, newReader())
    await page.goto(`/newsletter/unsubscribe#token=${token}`)
    await expect(page.locator("[data-form=started]")).toBeVisible()
    await context.setOffline(true)
    await leave(page).click()
    await expect(page.getByRole("alert")).toContainText("Daina cannot be reached.")
    await context.setOffline(false)
    await leave(page).click()
    await expect(heading(page, "You are off the list")).toBeVisible()
  })
})
