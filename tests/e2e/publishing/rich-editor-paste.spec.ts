import type { Locator } from "@playwright/test"
import { expect, test } from "../test.ts"
import { makePictureFile, openNewArticle, readMarkdown } from "./rich-editor.ts"

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

test("pasted content loses styles, tables and pictures, and the text survives a reload", {
  tag: "@slow",
}, async ({ page }) => {
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

/** Returns a list item as Word puts it on the clipboard: a paragraph whose style names the list and level. */
const makeWordItem = (list: string, bullet: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

/** Returns a list item as Word for the web puts it on the clipboard: each item is a separate list. */
const makeWebItem = (list: "ul" | "ol", level: number, text: string) =>
  `<div class="ListContainerWrapper SCXW1"><${list} role="list"><li data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem"><p class="Paragraph"><span>${text}</span><span class="EOP">&nbsp;</span></p></li></${list}></div>`

/** Content that other programs put on the clipboard, and the Markdown that the editor must create from it. */
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
