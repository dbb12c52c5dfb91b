import { expectAccessible } from "../accessible.ts"
import { expect, test } from "../test.ts"
import { makePictureFile, openNewArticle, readMarkdown } from "./rich-editor.ts"

// 404: the new article is not built yet. The embedded frame of a video cannot access local storage.
test.use({
  expectedErrors: /status of 404 .*\/news\//,
  expectedExceptions: /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
})

test("an article with pictures, a video, a list, a link and a card is written in the editor", async ({
  page,
}) => {
  const { dialog, text } = await openNewArticle(page)
  await dialog.getByLabel("Title").fill("A night in the rain")
  // Enter moves to the next field instead of saving.
  await dialog.getByLabel("Title").press("Enter")
  await expect(text).toBeFocused()
  await page.keyboard.type("We **danced** there.\n## What to bring\n- a coat\nboots\n\n")
  await page.keyboard.type("https://youtu.be/dQw4w9WgXcQ\nAll dates are here")
  for (const _letter of "here") await page.keyboard.press("Shift+ArrowLeft")
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("here")
  // Waits for a frame, because the editor handles a new selection in the next frame.
  await text.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.keyboard.press("Control+k")
  await page.keyboard.type("not an address\n")
  await expect(dialog.getByText("Enter a web address")).toBeVisible()
  await page.keyboard.press("Control+a")
  await page.keyboard.type("Rīgas Zvaigznes")
  const options = dialog.getByRole("listbox", { name: "Suggestions" }).getByRole("option")
  const team = options.filter({ hasText: /^Rīgas ZvaigznesTeam/ })
  await expect(team).toBeVisible()
  while ((await team.getAttribute("aria-selected")) !== "true") {
    await page.keyboard.press("ArrowDown")
  }
  await page.keyboard.press("Enter")
  await page.keyboard.press("End")
  await page.keyboard.type("\n@rigas zv")
  await expect(team).toBeVisible()
  await expectAccessible(page, "the editor with suggested pages")
  await team.click()
  await expect(text.getByText("See the team")).toBeVisible()

  const chooser = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Picture", exact: true }).click()
  await (await chooser).setFiles([await makePictureFile(1280, 720, "wide.png")])
  await expect(text.locator("figure img")).toHaveCount(1)
  await page.keyboard.type("Words after it.\n")
  await text.locator("figure img").click()
  await dialog.getByLabel("Description").fill("Wet dancers")
  await dialog.getByLabel("Caption").fill("In “June”")
  await dialog.getByLabel("Caption").press("Enter")
  await expect(dialog.getByLabel("Caption")).toHaveCount(0)
  await expect(text).toBeFocused()
  // Clicks at another position than the last click, so that the browser does not count a double click.
  await text.locator("figure img").click({ position: { x: 20, y: 20 } })
  await expect(dialog.getByLabel("Caption")).toBeVisible()
  await page.keyboard.type("They dance.")
  await expect(text.locator("figure img")).toHaveCount(1)
  await text.getByText("Words after it.").click()
  await page.keyboard.press("End")
  const secondChooser = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Picture", exact: true }).click()
  await (await secondChooser).setFiles([
    await makePictureFile(900, 1600, "a.png"),
    await makePictureFile(600, 600, "b.png"),
  ])
  await expect(text.locator("figure img")).toHaveCount(3, { timeout: 30_000 })

  expect(await readMarkdown(dialog)).toMatch(
    new RegExp(
      `^${[
        /We \*\*danced\*\* there\./,
        /## What to bring/,
        /- a coat\n- boots/,
        /https:\/\/youtu\.be\/dQw4w9WgXcQ/,
        /All dates are \[here\]\(\/teams\/rigas-zvaigznes\)/,
        /\[Rīgas Zvaigznes\]\(\/teams\/rigas-zvaigznes "card"\)/,
        /!\[Wet dancers\]\(\/uploads\/news-images\/\d+-\w+-1280x720\.webp "In “June”"\)/,
        /They dance\./,
        /Words after it\./,
        /!\[\]\(\S+-900x1600\.webp\)\n!\[\]\(\S+-600x600\.webp\)/,
      ]
        .map(({ source }) => source)
        .join("\\n\\n")}$`,
    ),
  )

  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("menuitem", { name: "Publish now" }).click()
  await page.getByRole("button", { name: "Publish anyway" }).click()
  await expect(page.getByText("Article published")).toBeVisible()
  await page.goto("/lv/news/a-night-in-the-rain")
  const article = page.getByRole("article")
  await expect(article.getByRole("link", { name: "here" })).toHaveAttribute(
    "href",
    "/lv/teams/rigas-zvaigznes",
  )
  await expect(article.locator(".card-box")).toContainText("Rīga, LatvijaSkatīt komandu")
  await expect(article.getByRole("figure").filter({ hasText: "In “June”" })).toBeVisible()
  const dancers = article.getByRole("img", { name: "Wet dancers" })
  await expect(dancers).toHaveAttribute("width", "1280")
  await expect(dancers).toHaveAttribute("srcset", /-640\.webp 640w, .+-960\.webp 960w, .+ 1280w/)
  await page.route(/youtube-nocookie/, (route) => route.fulfill({ body: "" }))
  await article.getByRole("link", { name: "YouTube" }).click()
  await expect(article.locator("iframe")).toHaveAttribute(
    "src",
    /youtube-nocookie\.com.+autoplay=1/,
  )
})

test.describe("on a phone with its keyboard up", () => {
  test.use({ viewport: { width: 390, height: 430 }, hasTouch: true })

  test("the text field has at least 60 % of the visible screen", { tag: "@slow" }, async ({
    page,
  }) => {
    const { text } = await openNewArticle(page)
    await page.keyboard.type("We danced.\n\n".repeat(20))
    const measureVisibleShare = () =>
      text.evaluate((element) => {
        const rows = Array.from({ length: innerHeight }, (_, y) => y)
        const visibleRows = rows.filter((y) =>
          element.contains(document.elementFromPoint(innerWidth / 2, y)),
        )
        return visibleRows.length / innerHeight
      })
    await expect.poll(measureVisibleShare).toBeGreaterThanOrEqual(0.6)
  })
})
