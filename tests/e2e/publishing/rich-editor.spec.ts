import type { Locator, Page } from "@playwright/test"
import { makeSmallPng } from "../../support/pictures.ts"
import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"

// 404: the article is not built, and INJECTIONS contain a missing picture and event. The embedded frame of a video cannot
// access local storage.
test.use({
  expectedErrors: /status of 404 .*\/(news\/|uploads\/a\.webp\)|api\/events\/x\))/,
  expectedExceptions: /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
})

const makePictureFile = async (width: number, height: number, name: string) => ({
  name,
  mimeType: "image/png",
  buffer: await makeSmallPng("#ff5a7d", width, height),
})

async function openNewArticle(page: Page): Promise<{ dialog: Locator; text: Locator }> {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await page.getByRole("button", { name: "New article" }).click()
  const dialog = page.getByRole("dialog", { name: "New article" })
  const text = dialog.getByRole("textbox", { name: "Content" })
  await text.click()
  return { dialog, text }
}

/** Returns the text as Markdown: switches the editor to Markdown and back. */
async function readMarkdown(dialog: Locator): Promise<string> {
  const toggle = dialog.getByRole("button", { name: "Markdown" })
  await toggle.click()
  const markdown = await dialog.getByRole("textbox", { name: "Content" }).inputValue()
  await toggle.click()
  return markdown
}

test("an article with pictures, a video, a list and a link can be written by keyboard", async ({
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
  // The editor handles the selection a frame later.
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
  // A click at the same position as the last one would count as a double click.
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

/** Pastes data of a type, and optionally a PNG file, into the editor. */
const paste = (text: Locator, type: string, data: string, file?: Buffer) =>
  text.evaluate(
    (element, { type, data, file }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(type, data)
      if (file) {
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
        clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }))
      }
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { type, data, file: file?.toString("base64") },
  )

test("the text survives a reload, and pasted content keeps only its structure", async ({
  page,
}) => {
  const { dialog, text } = await openNewArticle(page)
  await dialog.getByLabel("Title").fill("Pasted")
  await text.click()
  await paste(
    text,
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
  await paste(text, "text/plain", "> a quote in *Markdown*")
  await expect(text.getByRole("heading", { level: 2, name: "Head" })).toBeVisible()
  await expect(text.getByRole("listitem")).toHaveText(["one", "two"])
  await expect(text.locator("[style], [class^=Mso], table, img")).toHaveCount(0)
  const markdown = await readMarkdown(dialog)
  expect(markdown).toContain("**Bold** **too**")
  expect(markdown).toContain("19:00 · **Doors**\n\n20:00 · Show")
  expect(markdown).toContain("> a quote in *Markdown*")
  page.on("dialog", (confirm) => confirm.accept())
  await page.reload()
  await expect(text.getByRole("heading", { name: "Head" })).toBeVisible()
  expect(await readMarkdown(dialog)).toBe(markdown)
})

/** Makes a list item as Word copies it: a paragraph whose style names the list and level. */
const makeWordItem = (list: string, bullet: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

/** Makes a list item as Word for the web copies it: each item is a separate list. */
const makeWebItem = (list: "ul" | "ol", level: number, text: string) =>
  `<div class="ListContainerWrapper SCXW1"><${list} role="list"><li data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem"><p class="Paragraph"><span>${text}</span><span class="EOP">&nbsp;</span></p></li></${list}></div>`

/** Content that other programs put on the clipboard, and the Markdown that the editor makes of it. */
const CLIPBOARD_CASES: [type: string, data: string, markdown: string][] = [
  [
    // Google Docs wraps everything in a <b> that is not bold.
    "text/html",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;white-space:pre-wrap;">Doors open at 18:00, </span><span style="font-weight:700;white-space:pre-wrap;">bring a coat</span><span style="font-weight:400;">.</span></p><p dir="ltr"><span style="font-weight:400;text-decoration:line-through;">20 EUR</span><span style="font-weight:400;"> 15 EUR</span></p><ul><li dir="ltr" style="font-weight:400;"><p dir="ltr"><span style="font-style:italic">one</span></p></li><ul><li dir="ltr"><p dir="ltr"><span style="font-weight:400;">inside one</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`,
    "Doors open at 18:00, **bring a coat**.\n\n~~20 EUR~~ 15 EUR\n\n- *one*\n  - inside one",
  ],
  [
    "text/html",
    [
      makeWordItem("l0 level1 lfo1", "·", "What to bring"),
      makeWordItem("l0 level2 lfo1", "o", "a coat"),
      "<p class=MsoListParagraph>with a hood</p>",
      makeWordItem("l0 level3 lfo1", "2.1.", "red"),
      makeWordItem("l0 level1 lfo1", "·", "How to get there"),
      "<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
      "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Two lists:</b></p>",
      makeWordItem("l1 level1 lfo2", "3.", "third"),
      makeWordItem("l1 level1 lfo2", "4.", "fourth"),
      makeWordItem("l0 level1 lfo1", "·", "bullet straight after"),
    ].join(""),
    [
      "- What to bring\n  - a coat\n\n    with a hood\n\n    1. red\n- How to get there",
      "**Two lists:**\n\n3. third\n4. fourth\n\n- bullet straight after",
    ].join("\n\n"),
  ],
  [
    "text/html",
    [
      makeWebItem("ul", 1, "one"),
      makeWebItem("ul", 2, "inside"),
      makeWebItem("ul", 1, "two"),
      '<div class="OutlineElement"><p class="Paragraph">Then</p></div>',
      makeWebItem("ol", 1, "first"),
    ].join(""),
    "- one\n  - inside\n- two\n\nThen\n\n1. first",
  ],
  [
    "text/html",
    "<h1>Plan</h1><ul><li>one<ul><li>in one</li></ul></li></ul><ul><li>[ ] to do</li></ul><p>It is <s>free</s> <strong>15 €</strong></p><blockquote>quote</blockquote><hr><p><code>x_y</code></p>",
    "## Plan\n\n- one\n  - in one\n\n* \\[ \\] to do\n\nIt is ~~free~~ **15 €**\n\n> quote\n\n---\n\n`x_y`",
  ],
  [
    "text/html",
    `<figure class="wp-block-embed"><div>\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div></figure><p>Doors 18:00<br>- bring a coat<br>1. come early</p><p><a href="https://example.org/K-pop night.pdf">Programme</a></p><figure><iframe src="https://www.youtube.com/embed/x"></iframe></figure>`,
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ\n\nDoors 18:00\\\n\\- bring a coat\\\n1\\. come early\n\n[Programme](https://example.org/K-pop%20night.pdf)",
  ],
  [
    "text/html",
    `<span style="white-space: pre-wrap;">Random play dance\nKur: Rīga</span>`,
    "Random play dance\\\nKur: Rīga",
  ],
  [
    "text/plain",
    "Random play dance\r\nKur: Rīga, Doma laukums\nKad: 12.12. 18:00\nIeeja: bez maksas\n",
    "Random play dance\\\nKur: Rīga, Doma laukums\\\nKad: 12.12. 18:00\\\nIeeja: bez maksas",
  ],
]

test("text pasted from other programs keeps its lines, lists and formatting", {
  tag: "@slow",
}, async ({ page }) => {
  const { dialog, text } = await openNewArticle(page)
  for (const [type, data, markdown] of CLIPBOARD_CASES) {
    await text.press("Control+a")
    await text.press("Delete")
    await paste(text, type, data)
    expect(await readMarkdown(dialog)).toBe(markdown)
    await text.click()
  }
  await text.press("Control+a")
  await text.press("Delete")
  await page.keyboard.type("A sentence")
  await paste(text, "text/plain", "goes on")
  const { buffer } = await makePictureFile(900, 500, "poster.png")
  const copiedPicture =
    '<meta charset="utf-8"><img src="https://cdn.example.org/poster.png" alt="Poster"/>'
  await paste(text, "text/html", copiedPicture, buffer)
  await expect(text.locator("img")).toHaveAttribute("src", /^\/uploads\/news-images\//)
  // Excel also copies a picture of the cells, which the editor must ignore.
  await paste(text, "text/html", "<table><tr><td>19:00</td></tr></table>", buffer)
  const markdown = await readMarkdown(dialog)
  expect(markdown).toMatch(/^A sentencegoes on/)
  expect(markdown).toContain("19:00")
  expect(markdown.match(/!\[/g)).toHaveLength(1)
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

/** Script injections, which the test pastes, drops and writes as Markdown. */
const INJECTIONS = [
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

test("scripts that are pasted, dropped or written do not run in the editor or for readers", async ({
  page,
}) => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(60)
  const { dialog, text } = await openNewArticle(page)
  await dialog.getByLabel("Title").fill("Payloads")
  await text.evaluate((element, injections) => {
    for (const injection of injections) {
      for (const type of ["text/html", "text/plain"]) {
        const data = new DataTransfer()
        data.setData(type, injection)
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, ...options }))
        const { left: clientX, top: clientY } = element.getBoundingClientRect()
        const at = { clientX: clientX + 20, clientY: clientY + 20 }
        const drop = new DragEvent("drop", { dataTransfer: data, ...at, ...options })
        element.dispatchEvent(drop)
        if (!drop.defaultPrevented) throw new Error("The editor ignored a drop")
      }
    }
  }, INJECTIONS)
  const forbiddenSelector =
    "script, iframe, object, embed, form, input, svg, base, meta, [onerror], [onload], [onclick], [href^='javascript' i], [href^='data:' i], [href^='//']"
  await expect(text.locator(forbiddenSelector)).toHaveCount(0)
  await dialog.getByRole("button", { name: "Markdown" }).click()
  const markdownField = dialog.getByRole("textbox", { name: "Content" })
  await markdownField.fill(`${INJECTIONS.join("\n\n")}\n\n${await markdownField.inputValue()}`)
  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("menuitem", { name: "Publish now" }).click()
  await page.getByRole("button", { name: "Publish anyway" }).click()
  await expect(page.getByText("Article published")).toBeVisible()
  await page.goto("/news/payloads")
  const prose = page.getByRole("article").locator(".prose")
  await expect(prose).toBeVisible()
  await expect(prose.locator(forbiddenSelector)).toHaveCount(0)
  await prose.evaluate((text) => {
    for (const element of text.querySelectorAll("*")) {
      for (const type of ["mouseover", "focus", "toggle", "error", "load"])
        element.dispatchEvent(new Event(type, { bubbles: true }))
    }
  })
  expect(await page.evaluate(() => "hacked" in window)).toBe(false)
})
