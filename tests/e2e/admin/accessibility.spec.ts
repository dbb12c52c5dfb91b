import type { Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import {
  chooseAction,
  createNamedMember,
  getDialog,
  getRow,
  openAdmin,
  openReportedPost,
  openSuggestion,
  search,
} from "./screens.ts"

const getAnyRow = (page: Page) => getRow(page, "").first()

for (const prefix of ["", "/lv", "/et", "/lt", "/ru"]) {
  test(`${prefix}/admin/news and its editor have no accessibility errors`, {
    tag: "@slow",
  }, async ({ page }) => {
    await signInAs(page, "super")
    await page.goto(`${prefix}/admin/news`)
    await page.locator("main li").first().waitFor()
    await expectAccessible(page, "the list of articles")
    await page.locator("main button.btn:visible").first().click()
    await page.getByRole("dialog").locator("textarea").first().waitFor()
    await expectAccessible(page, "the article editor")
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, "the article editor on a phone")
  })
}

/** Admin screens with their headings. `prepare` opens, or waits for, the parts of the screen that the test checks. */
const SCREENS: [path: string, heading: string, prepare?: (page: Page) => Promise<void>][] = [
  ["", "Admin Dashboard", (page) => page.getByText("the mailbox is full").first().waitFor()],
  ["/teams", "Teams"],
  ["/posts", "Posts", (page) => page.getByRole("checkbox").nth(1).check()],
  ["/events?filter=featured", "Events"],
  ["/ideas", "Ideas"],
  ["/settings", "Settings", (page) => page.getByText("Healthy").waitFor()],
  ["/security", "Security events"],
  [
    "/audit",
    "Audit log",
    (page) => getRow(page, "created").first().getByText("What changed").click(),
  ],
]

for (const width of [390, 1440]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 844 } })

    test(`the admin screens have no accessibility errors at ${width} pixels`, {
      tag: "@slow",
    }, async ({ page }) => {
      test.slow()
      const db = await connectToDatabase()
      const { id } = await createNamedMember(page)
      await db.one`
        insert into mails (user_id, kind, language, tries, failed_at, last_error)
        values (${id}, 'reset_password', 'en', 10, now(), '550: the mailbox is full')`
      await signInAs(page, "super")
      for (const [path, name, prepare] of SCREENS) {
        await page.goto(`/admin${path}`)
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
        if (path !== "" && path !== "/settings") await getAnyRow(page).waitFor()
        await prepare?.(page)
        await expectAccessible(page, name)
      }
      await openSuggestion(page)
      await expectAccessible(page, "the list of suggestions")
    })

    test(`users and their dialogs have no accessibility errors at ${width} pixels`, {
      tag: "@slow",
    }, async ({ page }) => {
      const { name, id } = await createNamedMember(page)
      await openAdmin(page, "/admin/users", "Users")
      await expect(getRow(page, id)).toBeVisible()
      await expectAccessible(page, "the list of users")
      await chooseAction(page, name, "Block")
      await expectAccessible(page, "the dialog that confirms blocking")
      await page.keyboard.press("Escape")
      await search(page, "nobody is called like this")
      await expect(page.getByText("Nothing here matches.")).toBeVisible()
      await expectAccessible(page, "the list of users without results")
    })

    test(`reports and their dialogs have no accessibility errors at ${width} pixels`, {
      tag: "@slow",
    }, async ({ page, otherPages }) => {
      const { title } = await openReportedPost(page, otherPages.openBrowser)
      await expectAccessible(page, "the list of reports")
      await page.getByRole("button", { name: `Read the reports on “${title}”` }).click()
      await expect(getDialog(page, title)).toContainText("They sell tickets.")
      await expectAccessible(page, "the dialog with all reports on a post")
      await getDialog(page, title).getByRole("button", { name: /^Hide/ }).click()
      await expectAccessible(page, "the dialog that confirms hiding")
    })
  })
}
