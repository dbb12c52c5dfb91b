/** Tests of newcomers: members that no super admin has approved. Lists show a newcomer's content only after a review. */
import { randomBytes } from "node:crypto"
import { getRow, openAdmin } from "../admin/screens.ts"
import { waitForMail } from "../mails.ts"
import { fetchAnonymously } from "../pages.ts"
import { signInNewMember } from "../people.ts"
import { getToasts, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

// 403: the newcomer may not make the call. 404: the page of the team is not built yet.
test.use({ rebuilds: true, expectedErrors: /status of 40[34]/ })

/** Timeout that is long enough for two builds on a busy machine. */
const BUILD_TIMEOUT = { timeout: 90_000 }

test("a newcomer's team and post appear in lists and the sitemap after the review @slow", async ({
  page,
  otherPages,
}) => {
  const member = await signInNewMember(page, {
    profile: { display_name: "Nora New" },
    isNewcomer: true,
  })
  const uniqueWord = randomBytes(3).toString("hex")
  const [name, slug, title] = [
    `Fresh ${uniqueWord}`,
    `fresh-${uniqueWord}`,
    `First steps ${uniqueWord}`,
  ]

  await test.step("the newcomer opens the dialog for a new team", async () => {
    await page.goto("/teams")
    await page.getByRole("button", { name: "Create a team" }).click()
  })
  const dialog = page.getByRole("dialog", { name: "Create a team" })
  const createButton = dialog.getByRole("button", { name: "Create the team" })
  const emailNotice = dialog.getByText("You can create a team as soon as your email is confirmed.")
  await expect(emailNotice).toBeVisible()
  await dialog.getByLabel("Name").fill(name)
  await createButton.click()
  await expect(dialog.getByRole("alert").getByText("Confirm your email first")).toBeVisible()
  await expect(emailNotice).toHaveCount(1)
  await dialog.getByRole("button", { name: "Send the link again" }).click()
  await expect(dialog.getByText(`A new link is on its way to ${member.email}`)).toBeVisible()

  await test.step("the newcomer confirms the address in another tab and continues", async () => {
    const mail = await waitForMail(member.email, /^Confirm your email/)
    const tab = await otherPages.openTab()
    await tab.goto(mail.link)
    await tab.getByRole("button", { name: "Confirm my email" }).click()
    await expect(tab.getByRole("heading", { name: "Your email is confirmed" })).toBeVisible()
    await returnToTab(page)
    await expect(dialog.getByText("Your email is confirmed. You're all set.")).toBeVisible()
    await expect(dialog.getByLabel("Name")).toHaveValue(name)
    await createButton.click()
    await expect(page).toHaveURL(`/teams/${slug}`)
  })

  const reviewNotice = page.getByText(
    "Your team will be in the list of teams, on the home page and in search once",
  )
  await expect(reviewNotice).toBeVisible()
  await page.getByRole("link", { name: "Blog", exact: true }).click()
  const writeButton = page.getByRole("button", { name: "Write a post" })
  // The blog loads when it is scrolled into view.
  await expect(async () => {
    await page.mouse.wheel(0, 300)
    await expect(writeButton).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await writeButton.click()
  await page.getByRole("dialog").getByLabel("Title").fill(title)
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("heading", { name: title })).toBeVisible()

  await test.step("the team's page shows the post to visitors, but lists and search engines do not", async () => {
    await expect
      .poll(
        async () => (await fetchAnonymously(page, `/teams/${slug}`)).text.includes(title),
        BUILD_TIMEOUT,
      )
      .toBe(true)
    const publicPage = await fetchAnonymously(page, `/teams/${slug}`)
    expect([publicPage.status, publicPage.text.includes('content="noindex"')]).toEqual([200, true])
    for (const path of ["/", "/teams", "/sitemap.xml"]) {
      expect((await fetchAnonymously(page, path)).text, path).not.toContain(uniqueWord)
    }
  })

  const adminPage = await otherPages.openBrowser()
  await test.step("a super admin approves the post, and the count of newcomers in the sidebar changes", async () => {
    await openAdmin(adminPage, "/admin/newcomers", "Newcomers")
    const link = adminPage
      .getByRole("navigation", { name: "Admin" })
      .first()
      .getByRole("link", { name: /^Newcomers/ })
    const readCount = async () => Number((await link.textContent())?.match(/\d+/)?.[0] ?? 0)
    await expect.poll(readCount).toBeGreaterThanOrEqual(2)
    const countBefore = await readCount()
    await expect(getRow(adminPage, title)).toContainText("Nora New")
    await getRow(adminPage, title)
      .getByRole("button", { name: `Approve “${title}”` })
      .click()
    await expect(getToasts(adminPage).getByText(`“${title}” is approved`)).toBeVisible()
    await expect(
      getRow(adminPage, name),
      "the team is approved together with its post",
    ).toHaveCount(0)
    await expect.poll(readCount).toBe(countBefore - 2)
    await expect(adminPage.getByRole("dialog")).toHaveCount(0)
  })

  await expect
    .poll(async () => (await fetchAnonymously(page, "/")).text.includes(title), BUILD_TIMEOUT)
    .toBe(true)
  await expect
    .poll(async () => (await fetchAnonymously(page, "/teams")).text.includes(name), BUILD_TIMEOUT)
    .toBe(true)
  await expect
    .poll(async () => (await fetchAnonymously(page, `/teams/${slug}`)).text, BUILD_TIMEOUT)
    .not.toContain('content="noindex"')
  await expect
    .poll(async () => (await fetchAnonymously(page, "/sitemap.xml")).text, { timeout: 30_000 })
    .toContain(`/teams/${slug}`)
  await page.goto(`/teams/${slug}`)
  await expect(page.getByRole("button", { name: "You're in" })).toBeVisible()
  await expect(reviewNotice).toBeHidden()
})
