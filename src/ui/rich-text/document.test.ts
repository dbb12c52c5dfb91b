import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { openMarkdown } from "./document.ts"
import { schema } from "./schema.ts"

const DEMO_TEXTS = globSync("db/demo/news/*/*.md").map((file) =>
  readFileSync(file, "utf8").replace(/^---[\s\S]*?\n---\n/, ""),
)

const BLOCK_SAMPLES = [
  "One line.",
  "Two lines\nof a paragraph",
  "A break  \nby two spaces",
  "A break\\\nby a backslash",
  "**bold**, __bold__, *italic*, _italic_, ***both***, ~~struck~~",
  "in**side**words and snake_case_words",
  "**bold *italic in* it** and *italic **bold in** it*",
  "`code`, `` co`de ``, `  ` and `a*b`",
  '[a link](https://daina.example/a_b(c)?d=e&f=g "with a \\"title\\"")',
  "[ours](/events/finals), [**bold** link](/news) and [a `code` link](/news)",
  "<https://daina.example> and https://daina.example/x_y_z, at the end https://daina.example",
  "[by reference][one] and [one]\n\n[one]: https://daina.example 'Title'",
  "me@daina.example, <me@daina.example> and [mail](mailto:me@daina.example)",
  "\\*not italic\\*, \\# no heading, 1\\. no list, \\[no link\\](x)",
  "&amp; &copy; &lt;b&gt; &#39; & <b>no bold</b> <script>alert(1)</script>",
  "Ķeipene, Õismäe, Šiauliai, Петербург, 김지수, 🌙 and “quotes” — dashes…",
  "3 * 4 * 5 = 60, a_b, 2 ^ 3, #tag, +1, -1, = and |",
  "# The first\n\n## second\n\n### third\n\n###### sixth",
  "A title\n=======\n\nAnother\n-------",
  "## With *italic*, `code` and [a link](/teams) ##",
  "- one\n- two\n- three",
  "* one\n* two",
  "+ one\n\n+ with room\n\n+ between",
  "- one\n  - inside\n    - deeper\n- two",
  "- a paragraph\n\n  and another\n\n- > a quote\n\n- ```\n  code\n  ```",
  "1. one\n2. two\n3. three",
  "7) seven\n8) eight",
  "1. one\n   - inside\n   - it\n2. two",
  "- [ ] no task list\n- [x] neither",
  "> a quote\n> of two lines\n\n> another",
  "> ## A heading\n>\n> - a list\n>\n> > a quote in it",
  "```js\nconst a = `b`\n\n\nif (a < b) {}\n```",
  "~~~\n``` inside\n~~~",
  "~~~ a`b\n``` inside\n~~~",
  "    indented\n    code\n\n    goes on",
  "---",
  "***\n\n___",
  "| a | b |\n|:--|--:|\n| 1 | 2 |",
  "![One picture](/uploads/news-images/1-ab.webp)",
  '![](/uploads/news-images/1-ab.webp "Only a caption, with \\"quotes\\"")',
  '![A \\[odd\\] "alt" with *stars*](/uploads/news-images/1-ab-1280x960.webp)',
  "![One](/uploads/team-images/1-ab.webp)\n![Two](/uploads/team-images/2-ab.webp)",
  "![Elsewhere](https://example.org/a.png)",
  "Words ![in between](/uploads/news-images/1-ab.webp) words",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://vimeo.com/76979871",
  "See https://youtu.be/dQw4w9WgXcQ, it is good",
  '[Register now](/events/finals "button")',
  '[K-pop \\[finals\\] & *more*](/events/finals-2026 "card")',
  '[Rīgas Zvaigznes](/teams/rigas-zvaigznes "card")',
  'See [the finals](/events/finals "card") and [News](/news/a "card")',
  '[One](/teams/one "card")\n[Two](/teams/two "card")',
  '> [Quoted](/teams/one "card")\n\n- [In a list](/teams/one "card")',
  "![](/uploads/news-images/1-ab.webp#decoration)",
  '![Kept](/uploads/news-images/1-ab-640x640.webp#decoration "With a caption")\n![](/uploads/news-images/2-ab.webp)',
  "<div onclick=alert(1)>\n\nno HTML\n\n</div>",
  "[x](javascript:alert(1)) and ![y](data:text/html,z)",
  "\u202eturned\u202c, zero\u200bwidth and non\u00a0breaking",
  "",
]

/** Returns a repeatable pseudo-random number from 0 to 1. */
function getPseudoRandom(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

const MIXED_TEXTS = Array.from({ length: 140 }, (_, sample) =>
  Array.from(
    { length: 2 + Math.floor(getPseudoRandom(sample) * 6) },
    (_, i) =>
      BLOCK_SAMPLES[Math.floor(getPseudoRandom(sample * 31 + i * 7 + 1) * BLOCK_SAMPLES.length)] ??
      "",
  ).join(["\n\n", "\n\n\n", "\n\n"][sample % 3]),
)

const SAMPLES = [
  ...DEMO_TEXTS,
  ...BLOCK_SAMPLES,
  ...MIXED_TEXTS,
  "\n\n  first\n\n\n",
  "a\r\nb\r\n\r\nc",
]

test("opening and saving a text does not change it", () => {
  expect(SAMPLES.length).toBeGreaterThanOrEqual(200)
  for (const text of SAMPLES) {
    const { doc, toMarkdown } = openMarkdown(text)
    doc.check()
    // The editor may create another document with the same content, so the test passes a copy.
    expect(toMarkdown(schema.nodeFromJSON(doc.toJSON()))).toBe(text)
  }
})

const appendParagraph = (text: string) => {
  const { doc, toMarkdown } = openMarkdown(text)
  const paragraph = schema.node("paragraph", null, [schema.text("More.")])
  return toMarkdown(doc.copy(doc.content.append(schema.node("doc", null, [paragraph]).content)))
}

test("an added paragraph does not alter the Markdown of other blocks", () => {
  for (const text of [...DEMO_TEXTS, ...BLOCK_SAMPLES, ...MIXED_TEXTS].filter(
    (sample) => sample.trim() !== "",
  )) {
    const splitLines = (markdown: string) =>
      markdown.split("\n").filter((line) => line.trim() !== "")
    expect(splitLines(appendParagraph(text))).toEqual([...splitLines(text), "More."])
  }
})

test.each([...DEMO_TEXTS, ...BLOCK_SAMPLES])(
  "serializing and parsing gives the same document: %j",
  (text) => {
    const { doc } = openMarkdown(text)
    // `toMarkdown()` of an empty document cannot return the original Markdown of this document.
    const serialized = openMarkdown("").toMarkdown(doc)
    expect(openMarkdown(serialized).doc.toJSON()).toEqual(doc.toJSON())
  },
)
