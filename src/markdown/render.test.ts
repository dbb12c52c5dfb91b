import { expect, test } from "vitest"
import { renderMarkdown } from "./render.ts"

test.each<[content: string, markdown: string, html: string]>([
  ["a script", "Hi <script>alert(1)</script>", "<p>Hi &lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["an event handler", "<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
  ["a javascript: URL", "[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"],
  [
    "a javascript: URL in capitals and entities",
    "[x](JAVA&#x53;CRIPT:alert(1))",
    "<p>[x](JAVASCRIPT:alert(1))</p>",
  ],
  ["a URL without a scheme", "[x](//example.org)", "<p>[x](//example.org)</p>"],
  ["a quote in a URL", '[x](/a"onclick="b)', '<p><a href="/a%22onclick=%22b">x</a></p>'],
  ["a first-level heading", "# Title", "<h2>Title</h2>"],
  [
    "a link to another site",
    "[x](https://example.org)",
    '<p><a href="https://example.org" rel="nofollow ugc noopener">x</a></p>',
  ],
  [
    "plain URLs",
    "See https://example.org/a?b=c, or **http://example.org**.",
    '<p>See <a href="https://example.org/a?b=c" rel="nofollow ugc noopener">https://example.org/a?b=c</a>, or <strong><a href="http://example.org" rel="nofollow ugc noopener">http://example.org</a></strong>.</p>',
  ],
  [
    "text that looks like a URL",
    "readme.md kell.ee //kell.ee ftp://kell.ee me@kell.ee mailto:me@kell.ee javascript:alert(1)",
    "<p>readme.md kell.ee //kell.ee ftp://kell.ee me@kell.ee mailto:me@kell.ee javascript:alert(1)</p>",
  ],
  ["a URL in code", "`https://example.org`", "<p><code>https://example.org</code></p>"],
  ["a link to a page of the site", "[x](/news)", '<p><a href="/news">x</a></p>'],
  [
    "an uploaded picture",
    '![Two "quoted"](/uploads/a.webp)',
    '<figure><img src="/uploads/a.webp" alt="Two &quot;quoted&quot;" loading="lazy" decoding="async"></figure>',
  ],
  [
    "a picture with its size in the file name, and a caption",
    '![](/uploads/a-1280x960.webp "A <b> caption")',
    '<figure><img src="/uploads/a-1280x960.webp" srcset="/uploads/a-1280x960-640.webp 640w, /uploads/a-1280x960-960.webp 960w, /uploads/a-1280x960.webp 1280w" sizes="(width < 768px) 92vw, 720px" width="1280" height="960" alt="" loading="lazy" decoding="async"><figcaption>A &lt;b&gt; caption</figcaption></figure>',
  ],
  [
    "a small picture",
    "![a](/uploads/a-600x800.webp)",
    '<figure><img src="/uploads/a-600x800.webp" srcset="/uploads/a-600x800.webp 600w" sizes="(width < 768px) 92vw, 720px" width="600" height="800" alt="a" loading="lazy" decoding="async"></figure>',
  ],
  [
    "a decorative picture with a description",
    "![Stars](/uploads/a.webp#decoration)",
    '<figure><img src="/uploads/a.webp" alt="" loading="lazy" decoding="async"></figure>',
  ],
  [
    "two pictures in a paragraph",
    "![a](/uploads/a.webp)\n![b](/uploads/b.webp)",
    '<div class="gallery"><figure><img src="/uploads/a.webp" alt="a" loading="lazy" decoding="async"></figure>\n<figure><img src="/uploads/b.webp" alt="b" loading="lazy" decoding="async"></figure>\n</div>',
  ],
  [
    "a video's URL in its own paragraph",
    "https://youtu.be/dQw4w9WgXcQ",
    '<p class="video-link"><a href="https://youtu.be/dQw4w9WgXcQ" data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1" data-frame-title="YouTube" rel="nofollow ugc noopener">YouTube</a></p>',
  ],
  [
    "a button",
    '[Come & dance](/events/finals "button")',
    '<p><a class="btn" href="/events/finals">Come &amp; dance</a></p>',
  ],
  [
    "a button with a javascript: URL",
    '[x](javascript:alert(1) "button")',
    "<p>[x](javascript:alert(1) &quot;button&quot;)</p>",
  ],
  [
    "a card",
    '[Finals <b>](/events/finals-2026 "card")',
    '<p><a class="card-link" data-card="event" href="/events/finals-2026">Finals &lt;b&gt;</a></p>',
  ],
  [
    "a card for a page that has no card",
    '[News](/news/a "card")',
    '<p><a href="/news/a" title="card">News</a></p>',
  ],
  [
    "a card inside text",
    'At [Finals](/events/finals "card")',
    '<p>At <a href="/events/finals" title="card">Finals</a></p>',
  ],
  [
    "a card whose URL contains a quote",
    '[x](/events/a"onclick="b "card")',
    '<p><a href="/events/a%22onclick=%22b" title="card">x</a></p>',
  ],
  [
    "a card for another site",
    '[x](https://example.org/events/a "card")',
    '<p><a href="https://example.org/events/a" title="card" rel="nofollow ugc noopener">x</a></p>',
  ],
  [
    "a link without text",
    "[](https://a.lv/b?c&d)",
    '<p><a href="https://a.lv/b?c&amp;d" rel="nofollow ugc noopener">https://a.lv/b?c&amp;d</a></p>',
  ],
  [
    "a picture of another site",
    "![Two](https://example.org/a.png)",
    '<p><a href="https://example.org/a.png" rel="nofollow ugc noopener">Two</a></p>',
  ],
  [
    "a code block with a language",
    '```x" onload=1\na<b\n```',
    '<pre><code class="language-x&quot;">a&lt;b\n</code></pre>',
  ],
])("Markdown with %s is rendered as safe HTML", (_content, markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html)
})

test("table cells are aligned with classes, because the Content-Security-Policy forbids style attributes", () => {
  const html = renderMarkdown("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |")
  expect(html).toContain("<td>1</td>")
  expect(html).toContain('<td class="cell-center">2</td>')
  expect(html).toContain('<td class="cell-right">3</td>')
  expect(html).not.toContain("style=")
})

test("a table can have the focus, so that a wide table can be scrolled by keyboard", () => {
  expect(renderMarkdown("| a |\n|---|\n| 1 |")).toContain('<table tabindex="0">')
})

test.each([
  [
    "many wide tables",
    `${"|".repeat(201)}\n${"|-".repeat(200)}|\n${"|\n".repeat(320)}\n`.repeat(15),
  ],
  ["many wide tables in quotes", `> ${"|-".repeat(90)}|\n`.repeat(100)],
  ["one table of many rows", `|a|b|c|\n|-|-|-|\n${"|\n".repeat(9_000)}`],
])(
  "a text with %s is rendered without tables, so that its HTML is not much larger",
  (_content, text) => {
    const html = renderMarkdown(text)
    expect(html).not.toContain("<td>")
    expect(html.length).toBeLessThan(3 * text.length)
  },
)

test("a table of a hundred rows is rendered", () => {
  const html = renderMarkdown(`|a|b|c|\n|-|-|-|\n${"|1|2|3|\n".repeat(100)}`)
  expect(html.match(/<td>/g)).toHaveLength(300)
})

test.each([
  ["emphasis that never closes", `***${"a**b_".repeat(40_000)}`],
  ["quotes in quotes", ">".repeat(200_000)],
  ["brackets", "[".repeat(200_000)],
  ["links in links", "[a](".repeat(50_000)],
  [
    "lists in lists",
    Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
  ],
  ["backticks", "`a``b```c".repeat(20_000)],
  ["URLs in brackets", `https://a.lv/${"(".repeat(100_000)}${")".repeat(90_000)}`],
  ["the beginnings of URLs", "https://".repeat(25_000)],
  ["a wide table", `${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}`],
])("a malicious text with %s is rendered within five seconds", (_content, markdown) => {
  const began = performance.now()
  renderMarkdown(markdown.slice(0, 200_000))
  expect(performance.now() - began).toBeLessThan(5_000)
})
