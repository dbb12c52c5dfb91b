import { expect, test } from "../test.ts"
import { openNewArticle } from "./rich-editor.ts"

// 404: the new article is not built yet, and INJECTIONS contain a picture and an event that do not exist. The embedded
// frame of a video cannot access local storage.
test.use({
  expectedErrors: /status of 404 .*\/(news\/|uploads\/a\.webp\)|api\/events\/x\))/,
  expectedExceptions: /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
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
