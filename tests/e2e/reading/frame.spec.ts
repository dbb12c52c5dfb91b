/** Tests of the parts that all pages share: header, menus, notices, the page for unknown URLs, and pictures. */
import { signInNewMember } from "../people.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"

test("a chosen light theme is stored and applied to the next page", async ({ page }) => {
  await page.goto("/news")
  const getBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const darkBackground = await getBackground()
  await page.getByRole("button", { name: "Switch between dark and light" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light")
  expect(await getBackground()).not.toBe(darkBackground)
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light")
  await page.goto("/shop", { waitUntil: "commit" })
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light")
})

test.describe("with animations", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } })

  test("leaving, resizing or redirecting during a view transition causes no errors @slow", async ({
    page,
  }) => {
    await page.goto("/shop")
    // Because of this stored language, each English page redirects to its Latvian page.
    await page.evaluate(() => localStorage.setItem("language", "lv"))
    for (let width = 400; width < 404; width++) {
      for (const path of ["/faq", "/terms", "/about"]) {
        await page.evaluate((to) => location.assign(to), path).catch(() => {})
        await page.setViewportSize({ width, height: 800 })
      }
      await expect(page).toHaveURL(/\/lv\/\w+$/)
    }
  })
})

test("the phone menu keeps the keyboard focus, and closes on Escape and on navigation", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/")
  const openButton = page.getByRole("button", { name: "Open menu" })
  const menu = page.getByRole("dialog", { name: "Menu" })
  await openButton.click()
  await expect(menu).toBeVisible()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press("Tab")
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    )
    expect(isOutside).toBe(false)
  }
  await expect(page.locator("html"), "the page does not scroll").toHaveCSS("overflow", "hidden")
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(openButton).toBeFocused()
  await openButton.click()
  await menu.getByRole("link", { name: "News" }).click()
  await expect(page).toHaveURL("/news")
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden()
})

test("a member's phone menu shows the email address and the log-out button without scrolling", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email } = await signInNewMember(page)
  await page.goto("/news")
  await page.getByRole("button", { name: "Open menu" }).click()
  const menu = page.getByRole("dialog", { name: "Menu" })
  const profile = menu.getByRole("link", { name: email })
  await expect(profile).toHaveAttribute("href", "/profile")
  expect(await menu.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0)
  await expect(profile.getByText(email)).toHaveCSS("text-overflow", "ellipsis")
  await expect(menu.getByRole("link", { name: "Log in" })).toBeHidden()
  await menu.getByRole("button", { name: "Log out" }).click()
  await expect(menu).toBeHidden()
  await expect(getToasts(page).getByText("Signed out", { exact: true })).toBeVisible()
})

test("the skip link is the first focusable element and leads to the content", async ({ page }) => {
  await page.goto("/news")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest("main")))).toBe(true)
})

test.describe("the beta notice on the home page", () => {
  test.use({ seenNotice: false })

  test("the beta notice is shown on the home page until the visitor dismisses it", async ({
    page,
  }) => {
    await page.goto("/news")
    const notice = page.getByRole("complementary", { name: "You're early!" })
    await expect(notice).toHaveCount(0)
    await page.goto("/")
    await expect(notice).toBeVisible()
    const [noticeBox, mainBox] = [
      await notice.boundingBox(),
      await page.getByRole("main").boundingBox(),
    ]
    expect((noticeBox?.y ?? 0) + (noticeBox?.height ?? 0)).toBeLessThanOrEqual(mainBox?.y ?? 0)
    await expect(page.locator("body")).toBeFocused()
    await page.reload()
    await expect(notice).toBeVisible()
    await notice.getByRole("button", { name: "Close" }).click()
    await expect(notice).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem("hasSeenDevNotice"))).toBe("true")
    await page.reload()
    await expect(notice).toBeHidden()
  })
})

test.describe("a picture that cannot be loaded", () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test("a missing picture is hidden and keeps its space", async ({ page }) => {
    await page.route("**/art/**", (route) => route.fulfill({ status: 404 }))
    await page.goto("/news")
    const cover = page.getByRole("main").locator("img").first()
    await expect(cover).toHaveAttribute("src", /^data:image/)
    expect((await cover.boundingBox())?.height).toBeGreaterThan(100)
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /404.*nowhere/ })

  test("the phone header shows links instead of buttons that need scripts", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/news")
    for (const button of ["[data-menu-open]", "[data-theme-toggle]"]) {
      await expect(page.locator(button)).toBeHidden()
    }
    await expect(page.getByRole("banner").getByRole("link", { name: "Shop" })).toBeVisible()
  })

  test("pages show no loading state", async ({ page }) => {
    for (const path of ["/", "/teams", "/calendar", "/music", "/teams/rigas-zvaigznes"]) {
      await page.goto(path)
      await expect(page.locator(".skeleton:visible"), path).toHaveCount(0)
    }
  })

  test("the admin area shows a message that it needs scripts", { tag: "@slow" }, async ({
    page,
  }) => {
    await page.goto("/admin/news")
    await expect(page.locator("noscript p")).toBeVisible()
    await expect(page.getByText("Checking admin access...")).toBeHidden()
  })
})

test.describe("a page that does not exist", () => {
  test.use({ expectedErrors: /404|No page at/ })

  test("an unknown page has status 404 and is logged and reported", async ({ page }) => {
    const reportRequest = page.waitForRequest("**/api/not-found")
    const logLine = page.waitForEvent("console", (message) => message.text().includes("No page at"))
    const response = await page.goto("/lv/nowhere/at-all")
    expect(response?.status()).toBe(404)
    await expect(page.locator("html")).toHaveAttribute("lang", "lv")
    expect((await reportRequest).method()).toBe("POST")
    expect((await logLine).text()).toContain("/lv/nowhere/at-all")
    await page.goto("/nowhere?lang=en")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found")
    await page.getByRole("main").getByRole("link").first().click()
    await expect(page).toHaveURL("/")
  })
})

test.describe("for anonymous visitors", () => {
  // Chromium may fetch the favicon late, after the test has cut the connection.
  test.use({ expectedErrors: /favicon/ })

  test("pages make no API calls and load no React, and the team search works offline", async ({
    page,
  }) => {
    const requestedPaths: string[] = []
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname))
    for (const path of ["/shop", "/music", "/calendar", "/teams"]) {
      await page.goto(path, { waitUntil: "networkidle" })
    }
    await page.context().setOffline(true)
    await page.getByRole("searchbox", { name: "Search teams" }).fill("zaibas")
    await expect(page.getByRole("region", { name: "All teams" }).getByRole("listitem")).toHaveCount(
      1,
    )
    await page.context().setOffline(false)
    expect(requestedPaths.filter((path) => /\/api\/|\/client\.|islands/.test(path))).toEqual([])
  })
})
