/** Writing as it looks: an illustrated article without a word of Markdown, and what may not get into it. */
import type { Locator, Page } from "@playwright/test"
import sharp from "sharp"
import { signInAs } from "../accounts.ts"
import { expectClean } from "../clean.ts"
import { expect, test } from "../test.ts"

// An article that is newer than the site's pages is shown by a shell; a picture isn't there, and a player's stand-in has no storage.
test.use({
  expectedErrors: /status of 404 .*\/(news\/|uploads\/a\.webp\)|api\/events\/x\))|'localStorage'/,
})

const picture = async (width: number, height: number, name: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width, height, channels: 3, background: "#ff5a7d" } })
    .png()
    .toBuffer(),
})

async function newArticle(page: Page): Promise<{ dialog: Locator; text: Locator }> {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await page.getByRole("button", { name: "New article" }).click()
  const dialog = page.getByRole("dialog", { name: "New article" })
  const text = dialog.getByRole("textbox", { name: "Content" })
  await text.click()
  return { dialog, text }
}

/** What is stored. */
async function markdownOf(dialog: Locator): Promise<string> {
  const change = dialog.getByRole("button", { name: "Markdown" })
  await change.click()
  const markdown = await dialog.getByRole("textbox", { name: "Content" }).inputValue()
  await change.click()
  return markdown
}

test("an article with pictures, a video, a list and a link is written by keys and buttons", async ({
  page,
}) => {
  const { dialog, text } = await newArticle(page)
  await dialog.getByLabel("Title").fill("A night in the rain")
  // Enter sends nothing: it leads to what comes next.
  await dialog.getByLabel("Title").press("Enter")
  await expect(text).toBeFocused()
  await page.keyboard.type("We **danced** there.\n## What to bring\n- a coat\nboots\n\n")
  await page.keyboard.type("https://youtu.be/dQw4w9WgXcQ\nAll dates are here")
  for (const _letter of "here") await page.keyboard.press("Shift+ArrowLeft")
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("here")
  // The editor hears of it a frame later.
  await text.evaluate(
    () => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))),
  )
  await page.keyboard.press("Control+k")
  await page.keyboard.type("not an address\n")
  await expect(dialog.getByText("Enter a web address")).toBeVisible()
  await page.keyboard.press("Control+a")
  // Words find our own pages.
  await page.keyboard.type("Rīgas Zvaigznes")
  const options = dialog.getByRole("listbox", { name: "Suggestions" }).getByRole("option")
  const found = options.filter({ hasText: /^Rīgas ZvaigznesTeam/ })
  await expect(found).toBeVisible()
  while ((await found.getAttribute("aria-selected")) !== "true") {
    await page.keyboard.press("ArrowDown")
  }
  await page.keyboard.press("Enter")
  await page.keyboard.press("End")
  await page.keyboard.type("\n@rigas zv")
  await expect(found).toBeVisible()
  await expectClean(page, "suggestions in a text")
  await found.click()
  await expect(text.getByText("See the team")).toBeVisible()

  const chooser = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Picture", exact: true }).click()
  await (await chooser).setFiles([await picture(1280, 720, "wide.png")])
  await expect(text.locator("figure img")).toHaveCount(1)
  await page.keyboard.type("Words after it.\n")
  await text.locator("figure img").click()
  await dialog.getByLabel("Description").fill("Wet dancers")
  await dialog.getByLabel("Caption").fill("In “June”")
  await dialog.getByLabel(/^Decorative/).check()
  await expect(dialog.getByLabel("Description")).toBeDisabled()
  await dialog.getByLabel(/^Decorative/).uncheck()
  await dialog.getByLabel("Caption").press("Enter")
  await expect(dialog.getByLabel("Caption")).toHaveCount(0)
  await expect(text).toBeFocused()
  // What is typed while it is selected comes after it. (Elsewhere on it: two clicks at one place would be a double click.)
  await text.locator("figure img").click({ position: { x: 20, y: 20 } })
  await expect(dialog.getByLabel("Caption")).toBeVisible()
  await page.keyboard.type("They dance.")
  await expect(text.locator("figure img")).toHaveCount(1)
  await text.getByText("Words after it.").click()
  await page.keyboard.press("End")
  const second = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Picture", exact: true }).click()
  await (await second).setFiles([
    await picture(900, 1600, "a.png"),
    await picture(600, 600, "b.png"),
  ])
  // Both are shrunk here and drawn anew by the server.
  await expect(text.locator("figure img")).toHaveCount(3, { timeout: 30_000 })

  expect(await markdownOf(dialog)).toMatch(
    new RegExp(
      [
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
        .join("\\n\\n")
        .replace(/^/, "^")
        .replace(/$/, "$$"),
    ),
  )

  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("menuitem", { name: "Publish now" }).click()
  await page.getByRole("button", { name: "Publish anyway" }).click()
  await expect(page.getByText("Article published")).toBeVisible()
  await page.goto("/lv/news/a-night-in-the-rain")
  const story = page.getByRole("article")
  await expect(story.getByRole("link", { name: "here" })).toHaveAttribute(
    "href",
    "/lv/teams/rigas-zvaigznes",
  )
  await expect(story.locator(".card-box")).toContainText("Rīga, LatvijaSkatīt komandu")
  await expect(story.getByRole("figure").filter({ hasText: "In “June”" })).toBeVisible()
  const wet = story.getByRole("img", { name: "Wet dancers" })
  await expect(wet).toHaveAttribute("width", "1280")
  await expect(wet).toHaveAttribute("srcset", /-640\.webp 640w, .+-960\.webp 960w, .+ 1280w/)
  await page.route(/youtube-nocookie/, (route) => route.fulfill({ body: "" }))
  await story.getByRole("link", { name: "YouTube" }).click()
  await expect(story.locator("iframe")).toHaveAttribute("src", /youtube-nocookie\.com.+autoplay=1/)
})

test("what is written is there after a reload; what is pasted keeps its structure and nothing else", async ({
  page,
}) => {
  const { dialog, text } = await newArticle(page)
  await dialog.getByLabel("Title").fill("Pasted")
  await text.click()
  const paste = (type: string, data: string) =>
    text.evaluate(
      (element, [kind, content]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData(kind ?? "", content ?? "")
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        )
      },
      [type, data],
    )
  await paste(
    "text/html",
    `<style>p { color: red }</style><h1 style="color:red">Head</h1>
    <p class="MsoNormal"><b>Bold</b> <span style="font-weight:700">too</span></p>
    <p class="MsoListParagraphCxSpFirst"><span style="mso-list:Ignore">· </span>one</p>
    <p class="MsoListParagraphCxSpLast"><span style="mso-list:Ignore">· </span>two</p>
    <img src="https://example.org/track.gif">
    <table><tr><td><p class="MsoNormal">19:00</p></td><td><p class="MsoNormal"><b>Doors</b></p></td></tr>
    <tr><td>20:00</td><td></td><td>Show</td></tr></table>`,
  )
  await page.keyboard.press("Enter")
  await paste("text/plain", "> a quote in *Markdown*")
  await expect(text.getByRole("heading", { level: 2, name: "Head" })).toBeVisible()
  await expect(text.getByRole("listitem")).toHaveText(["one", "two"])
  await expect(text.locator("[style], [class^=Mso], table, img")).toHaveCount(0)
  const before = await markdownOf(dialog)
  expect(before).toContain("**Bold** **too**")
  expect(before).toContain("19:00 · **Doors**\n\n20:00 · Show")
  expect(before).toContain("> a quote in *Markdown*")
  page.on("dialog", (confirm) => confirm.accept())
  await page.reload()
  await expect(text.getByRole("heading", { name: "Head" })).toBeVisible()
  expect(await markdownOf(dialog)).toBe(before)
})

test.describe("on a phone with its keyboard up", () => {
  test.use({ viewport: { width: 390, height: 430 }, hasTouch: true })

  test("six tenths of what is left of the screen are for writing", { tag: "@all" }, async ({
    page,
  }) => {
    const { text } = await newArticle(page)
    await page.keyboard.type("We danced.\n\n".repeat(20))
    const share = () =>
      text.evaluate((element) => {
        const rows = Array.from({ length: innerHeight }, (_, y) => y)
        const seen = rows.filter((y) =>
          element.contains(document.elementFromPoint(innerWidth / 2, y)),
        )
        return seen.length / innerHeight
      })
    await expect.poll(share).toBeGreaterThanOrEqual(0.6)
  })
})

/** Ways of running something, each to be pasted and to be written as Markdown. */
const PAYLOADS = [
  '<a href="/ok" style="position:fixed;inset:0">x</a>',
  "<link rel=stylesheet href=javascript:hacked=1>",
  ...["<script>hacked=1</script>", "<img src=x onerror=hacked=1>", "<svg onload=hacked=1>"],
  ...["<svg><script>hacked=1</script></svg>", "<iframe src=javascript:parent.hacked=1></iframe>"],
  ...["<a href=javascript:hacked=1>x</a>", '<a href=" java\nscript:hacked=1">x</a>'],
  ...[
    "<a href=data:text/html,<script>parent.hacked=1</script>>x</a>",
    "<a href=//evil.example>x</a>",
  ],
  ...["<a href=vbscript:hacked=1>x</a>", '<a href="/ok" onclick=hacked=1>x</a>'],
  ...["<p onmouseover=hacked=1>x</p>", '<p style="background:url(javascript:hacked=1)">x</p>'],
  ...[
    "<form action=javascript:hacked=1><button>x</button></form>",
    "<input autofocus onfocus=hacked=1>",
  ],
  ...["<details open ontoggle=hacked=1>x</details>", "<video><source onerror=hacked=1></video>"],
  ...["<object data=javascript:hacked=1></object>", "<embed src=javascript:hacked=1>"],
  ...["<math><mtext><style><img src=x onerror=hacked=1></style></mtext></math>"],
  ...["<noscript><p title='</noscript><img src=x onerror=hacked=1>'></noscript>"],
  ...["<template><script>hacked=1</script></template>", "<base href=javascript:hacked=1//>"],
  ...[
    "<meta http-equiv=refresh content='0;url=javascript:hacked=1'>",
    "<marquee onstart=hacked=1>x</marquee>",
  ],
  ...[
    '<img src="/uploads/a.webp" onerror=hacked=1>',
    "<img src=/uploads/../api/x onload=hacked=1>",
  ],
  ...[
    '<div data-video="javascript:hacked=1">x</div>',
    '<p data-button="javascript:hacked=1">x</p>',
  ],
  ...["<pre data-raw><img src=x onerror=hacked=1></pre>", "<body onload=hacked=1>"],
  ...["[x](javascript:hacked=1)", "[x](JaVaScRiPt:hacked=1)", "[x](&#106;avascript:hacked=1)"],
  ...[
    "[x](java%0ascript:hacked=1)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "<javascript:hacked=1>",
  ],
  ...["![x](javascript:hacked=1)", '![x](/uploads/a.webp "\\" onerror=hacked=1 \\"")'],
  ...['![" onerror=hacked=1](/uploads/a.webp)', "![x](/uploads/a.webp'onerror=hacked=1)"],
  ...['[x](javascript:hacked=1 "button")', '[<img src=x onerror=hacked=1>](/x "button")'],
  ...['[x](javascript:hacked=1 "card")', '[<img src=x onerror=hacked=1>](/events/x "card")'],
  ...['[x](/events/x"onclick="hacked=1 "card")', '<p data-card="javascript:hacked=1">x</p>'],
  ...[
    '<p data-card="/events/x"><img src=x onerror=hacked=1></p>',
    '![x](/uploads/a.webp#decoration"onerror="hacked=1)',
  ],
  ...['[x](/x"onclick="hacked=1 "button")', "[x]: javascript:hacked=1\n\n[x]"],
  ...[
    'https://youtu.be/dQw4w9WgXcQ"onclick=hacked=1',
    "https://youtube.com/embed/<script>hacked=1",
  ],
  ...[
    "`<img src=x onerror=hacked=1>`",
    "```\n<script>hacked=1</script>\n```",
    "~~<svg onload=hacked=1>~~",
  ],
  ...[
    "# <img src=x onerror=hacked=1>",
    "- <img src=x onerror=hacked=1>",
    "> <img src=x onerror=hacked=1>",
  ],
  ...["| <img src=x onerror=hacked=1> |\n|--|\n| x |", '```x" onload=hacked=1\na\n```'],
  ...["<!--><img src=x onerror=hacked=1>-->", "<![CDATA[><img src=x onerror=hacked=1>]]>"],
  ...["<scr\u200bipt>hacked=1</scr\u200bipt>", "<a href='javascript&colon;hacked=1'>x</a>"],
]

test("nothing that is pasted, dropped or written runs, in the editor or for readers", async ({
  page,
}) => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
  const { dialog, text } = await newArticle(page)
  await dialog.getByLabel("Title").fill("Payloads")
  await text.evaluate((element, payloads) => {
    for (const payload of payloads) {
      for (const type of ["text/html", "text/plain"]) {
        const data = new DataTransfer()
        data.setData(type, payload)
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, ...options }))
        const { left: clientX, top: clientY } = element.getBoundingClientRect()
        const at = { clientX: clientX + 20, clientY: clientY + 20 }
        const drop = new DragEvent("drop", { dataTransfer: data, ...at, ...options })
        element.dispatchEvent(drop)
        if (!drop.defaultPrevented) throw new Error("The editor took no drop")
      }
    }
  }, PAYLOADS)
  const bad =
    "script, iframe, object, embed, form, input, svg, base, meta, [onerror], [onload], [onclick], [href^='javascript' i], [href^='data:' i], [href^='//']"
  await expect(text.locator(bad)).toHaveCount(0)
  await dialog.getByRole("button", { name: "Markdown" }).click()
  const written = dialog.getByRole("textbox", { name: "Content" })
  await written.fill(`${PAYLOADS.join("\n\n")}\n\n${await written.inputValue()}`)
  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("menuitem", { name: "Publish now" }).click()
  await page.getByRole("button", { name: "Publish anyway" }).click()
  await expect(page.getByText("Article published")).toBeVisible()
  await page.goto("/news/payloads")
  const prose = page.getByRole("article").locator(".prose")
  await expect(prose).toBeVisible()
  await expect(prose.locator(bad)).toHaveCount(0)
  await prose.evaluate((text) => {
    for (const element of text.querySelectorAll("*")) {
      for (const type of ["mouseover", "focus", "toggle", "error", "load"])
        element.dispatchEvent(new Event(type, { bubbles: true }))
    }
  })
  expect(await page.evaluate(() => "hacked" in window)).toBe(false)
})
