/** Tests that marks and texts survive a round trip: from the editor to Markdown and back. */
import fc, { type Arbitrary } from "fast-check"
import { Fragment, Mark, type Node } from "prosemirror-model"
import { describe, expect, test, vi } from "vitest"
import { renderMarkdown } from "../../markdown/render.ts"
import { openMarkdown } from "./document.ts"
import { expectRoundTrip, makeDoc, makeParagraph, SEED, serialize } from "./fixtures.ts"
import { schema } from "./schema.ts"
import { normalizeUrl } from "./urls.ts"

// Hundreds of texts take more than the default five seconds on a busy computer.
vi.setConfig({ testTimeout: 30_000 })

const { marks, nodes } = schema

/** Returns the sorted names of a text's marks. Leaves out a link if the text is its URL. */
const getMarkNames = (node: Node, text: string) =>
  node.marks
    .filter(({ attrs }) => attrs["href"] !== normalizeUrl(text))
    .map(({ type, attrs }) => type.name + (attrs["href"] ?? ""))
    .sort()
    .join(" ")

/** Characters with their marks, to compare the editor and the page. */
type VisibleText = [text: string, marks: string][]

/** Splits parts into characters. Leaves out spaces that HTML does not show. */
function getVisible(parts: VisibleText): VisibleText {
  const visible: VisibleText = []
  for (const [text, names] of parts) {
    for (const character of text === "\n" ? ["\n"] : text.replace(/\n/g, " ")) {
      const last = visible.at(-1)?.[0]
      if (character === "\n" && last === " ") visible.pop()
      if (character !== " " || !(last === undefined || last === " " || last === "\n")) {
        // Marks on a space are invisible.
        visible.push([character, /\s/.test(character) ? "" : names])
      }
    }
  }
  while (/^[ \n]$/.test(visible.at(-1)?.[0] ?? "")) visible.pop()
  return visible
}

const getVisibleTextOfBlock = (block: Node): VisibleText =>
  getVisible(
    block.children.map((node) =>
      node.isText
        ? [
            (node.text ?? "").replace(/\r\n?/g, "\n").replace(/\n/g, " "),
            getMarkNames(node, node.text ?? ""),
          ]
        : ["\n", ""],
    ),
  )

const TAGS: Record<string, string> = { strong: "strong", em: "em", s: "strike", code: "code" }
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' }

function getVisibleTextOfHtml(html: string): VisibleText {
  const parts: VisibleText = []
  const open: string[] = []
  const plain = (text: string) => text.replace(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all)
  for (const found of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    const [, close, tag = "", attributes = "", text = ""] = found
    if (text) parts.push([plain(text).replaceAll("\n", " "), open.filter(Boolean).sort().join(" ")])
    else if (tag === "br") parts.push(["\n", ""])
    else if (close) open.pop()
    else if (tag === "a") {
      const href = plain(/href="([^"]*)"/.exec(attributes)?.[1] ?? "")
      const inner = html
        .slice(found.index)
        .replace(/<\/a>.*/s, "")
        .replace(/<[^>]*>/g, "")
      open.push(normalizeUrl(plain(inner)) === href ? "" : `link${href}`)
    } else open.push(TAGS[tag] ?? "")
  }
  return getVisible(parts)
}

const LINK = "https://daina.example/a_(b)"

/** Pieces of random texts, mostly characters with a meaning in Markdown. */
const TEXT_PIECES = [
  ...["a", "B", "ž", "은", "Ж", "7", " ", "  ", "\u00a0", "\n", "🔥", "👩‍🎤", "e\u0301"],
  ...[".", ":", "!", "?", "(", ")", "„", "”", "€", "—", "-", "+", "#", "=", ">", "<", "|", "&"],
  ...["*", "**", "_", "~", "~~", "`", "``", "[", "]", "\\", "![", "](", "/", "@", ";", '"', "'"],
  ...["a_b", "snake_case", "&lt;", "&#42;", "&copy", "<b>", "<3", "1.", "1. ", "- ", "12) ", "---"],
  ...["<a@b.lv>", "<https:", "http://", "www.a.lv", "{x}", "^", "$", "lt;", "3@a.lv>"],
]
const URLS = [
  ...["https://www.instagram.com/kpop_riga_/", "https://example.org/~mari/a[1]", "http://a.lv"],
  ...["https://a.lv/x_y_z", "https://a.lv/*a*", "https://a.lv/?a=1&lt;=2", "https://a.lv/(b)_c"],
]

const mark = fc.constantFrom(
  marks.strong.create(),
  marks.em.create(),
  marks.strike.create(),
  marks.link.create({ href: LINK }),
  marks.link.create({ href: "/events/finals", title: 'A "title" &amp;' }),
  marks.code.create(),
)
const markSet: Arbitrary<readonly Mark[]> = fc
  .oneof(fc.constant([]), fc.array(mark, { maxLength: 1 }), fc.array(mark, { maxLength: 3 }))
  .map((all) => all.reduce((set, added) => added.addToSet(set), Mark.none))

const words = fc
  .array(fc.constantFrom(...TEXT_PIECES), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(""))
const text = fc.tuple(words, markSet).map(([content, set]) => schema.text(content, set))
/** A URL between characters that could change where it ends. */
const urlInText = fc
  .tuple(
    fc.constantFrom(...URLS),
    fc.constantFrom("", " ", "(", "x", "."),
    fc.constantFrom("", " ", ").", "!", "x_"),
  )
  .map(([url, before, after]) => schema.text(before + url + (after === "x_" ? " x_" : after)))
const hardBreak = markSet.map((set) => schema.node("hard_break", null, [], set))

const arbitraryInline = (atoms: Arbitrary<Node>[]) =>
  fc.array(fc.oneof(...atoms), { minLength: 1, maxLength: 6 }).map((all) => Fragment.from(all))

const link = marks.link.create({ href: LINK })
const strong = marks.strong.create()
const em = marks.em.create()
const strike = marks.strike.create()
const MARKS = [strong, em, strike, link, marks.code.create()]
/** Letters, punctuation and other characters next to a mark. */
const EDGE_CHARACTERS = ["a", "은", "7", "(", ")", ":", "”", "€", "🔥", "*", "_", "~"]

describe("a mark between letters, punctuation or spaces survives the round trip", () => {
  test.each(MARKS.map((tested) => [tested.type.name, tested] as const))("%s", (_name, tested) => {
    for (const outside of ["", " ", "\u00a0", ...EDGE_CHARACTERS]) {
      for (const inside of EDGE_CHARACTERS) {
        const marked = schema.text(`${inside}b${inside}`, [tested])
        const around = outside.trim() === "" ? [`x${outside}`, `${outside}x`] : [outside, outside]
        const [before, after] = outside ? around.map((text) => [schema.text(text)]) : [[], []]
        expectRoundTrip(makeDoc(makeParagraph(...(before ?? []), marked, ...(after ?? []))))
      }
    }
  })
})

const listMarkSets = (all: Mark[]) =>
  Array.from({ length: 2 ** all.length }, (_, bits) =>
    Mark.setFrom(all.filter((_one, at) => bits & (1 << at))),
  )

test("adjacent and nested marks survive the round trip, wherever they begin and end", () => {
  for (const sets of [listMarkSets([strong, em, strike]), listMarkSets([strong, em, link])]) {
    for (const first of sets) {
      for (const second of sets.filter((set) => set !== first)) {
        for (const third of sets.filter((set) => set !== second)) {
          const texts = [first, second, third].map((set, at) => schema.text("abc".charAt(at), set))
          expectRoundTrip(makeDoc(makeParagraph(...texts)))
        }
      }
    }
  }
})

function withMark(text: string, marked: string, added: Mark): Node {
  const [before = "", after = ""] = text.split(marked)
  const plain = (part: string) => (part ? [schema.text(part)] : [])
  return makeDoc(makeParagraph(...plain(before), schema.text(marked, [added]), ...plain(after)))
}

test.each([
  ["방탄소년단(BTS)은", "방탄소년단(BTS)", "strong", "**방탄소년단(BTS)**&#51008;"],
  ["„Stray Kids”am būs koncerts", "„Stray Kids”", "strong", "**„Stray Kids”**&#97;m būs koncerts"],
  ["Kur:Rīga", "Kur:", "strong", "**Kur:**&#82;īga"],
  ["par(ne)laiku", "(ne)", "strong", "pa&#114;**(ne)**&#108;aiku"],
  ["WOW!BTS", "WOW!", "em", "*WOW!*&#66;TS"],
  ["20 €)15 €", "20 €)", "strike", "~~20 €)~~&#49;5 €"],
  ["Kur: Rīga", "Kur:", "strong", "**Kur:** Rīga"],
] as const)("in %j, the mark on %j is kept on the page", (text, marked, name, markdown) => {
  const tag = { strong: "strong", em: "em", strike: "s" }[name]
  expect(expectRoundTrip(withMark(text, marked, marks[name].create()))).toBe(markdown)
  expect(renderMarkdown(markdown)).toBe(
    `<p>${text.replace(marked, `<${tag}>${marked}</${tag}>`)}</p>`,
  )
})

test("a space at the end of a mark is written after the mark", () => {
  const doc = makeDoc(
    makeParagraph(schema.text("Kur: ", [marks.strong.create()]), schema.text("Rīga")),
  )
  expect(serialize(doc)).toBe("**Kur:** Rīga")
})

const makeLines = (text: string) =>
  makeParagraph(
    ...text
      .split("\n")
      .flatMap((line, at) => [
        ...(at > 0 ? [nodes.hard_break.create()] : []),
        ...(line ? [schema.text(line)] : []),
      ]),
  )

test.each([
  ["Bring:\n- coat\n- boots\n1. come", "Bring:\\\n\\- coat\\\n\\- boots\\\n1\\. come"],
  ["Title\n---", "Title\\\n\\---"],
  ["Title\n===", "Title\\\n\\==="],
  ["a | b\n--|--", "a | b\\\n\\--|--"],
  ["> a\n# b\n+ c\n12) d", "\\> a\\\n\\# b\\\n\\+ c\\\n12\\) d"],
  ["Write &lt;3 and &copy; here", "Write \\&lt;3 and \\&copy; here"],
  ["R&B <3 a<b kpop_riga -1 #tag", "R&B <3 a<b kpop_riga -1 #tag"],
  ["<a@b.lv> <https:x>", "\\<a@b.lv> \\<https:x>"],
])("Markdown characters in the typed text %j stay text", (text, markdown) => {
  expect(expectRoundTrip(makeDoc(makeLines(text)))).toBe(markdown)
})

test.each([
  ["See https://www.instagram.com/kpop_riga_/ for more", "https://www.instagram.com/kpop_riga_/"],
  ["(https://a.lv/b_c_).", "https://a.lv/b_c_"],
  ["see https://example.org/~mari/a[1]", "https://example.org/~mari/a%5B1%5D"],
  ["https://a.lv/*x*y", "https://a.lv/*x*y"],
  ["https://a.lv/(b>)", "https://a.lv/(b"],
  ["яhttps://a.lv/_b-https://c.lv/_d", "https://a.lv/_b-https://c.lv/_d"],
])("the URL in %j becomes a link to this URL", (text, href) => {
  const markdown = serialize(makeDoc(makeParagraph(schema.text(text))))
  expect(openMarkdown(markdown).doc.textContent).toBe(text)
  const html = renderMarkdown(markdown)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, found]) => found)).toEqual([href])
})

test("a URL next to a line break or a mark is written in angle brackets", () => {
  const markdown = serialize(
    makeDoc(
      makeParagraph(
        schema.text("https://a.lv/_b"),
        nodes.hard_break.create(),
        schema.text("https://c.lv/", [marks.strong.create()]),
        schema.text("d"),
      ),
    ),
  )
  expect(markdown).toBe("<https://a.lv/_b>\\\n**<https://c.lv/>**&#100;")
})

test("a video's URL alone in a paragraph becomes a video", () => {
  const markdown = serialize(makeDoc(makeParagraph(schema.text("https://youtu.be/_Abcdefgh-_"))))
  expect(markdown).toBe("https://youtu.be/_Abcdefgh-_")
  expect(openMarkdown(markdown).doc.child(0).type).toBe(nodes.video)
})

test("a link keeps brackets and entities in its URL and title, and encodes spaces in its URL", () => {
  const href = "https://example.org/K-pop night.pdf"
  const programme = schema.text("Programme", [marks.link.create({ href })])
  const markdown = serialize(makeDoc(makeParagraph(programme)))
  expect(markdown).toBe("[Programme](https://example.org/K-pop%20night.pdf)")
  for (const url of ["https://a.lv/a(b", "/a)b?c=d&lt;e", "mailto:a_b@c.lv", "#top"]) {
    const oddLink = marks.link.create({ href: url, title: '"a" \\ &amp; (b)' })
    expectRoundTrip(makeDoc(makeParagraph(schema.text("x", [oddLink]))))
  }
})

test.each(["Mūsu tops #", "#", "C# ##", "# a #b", "- a", "1. a", "---"])(
  "a heading with the text %j survives the round trip",
  (title) => {
    expectRoundTrip(makeDoc(nodes.heading.create({ level: 2 }, schema.text(title))))
  },
)

test("random text with marks survives the round trip, in the editor and on the page", () => {
  fc.assert(
    fc.property(arbitraryInline([text, text, text, hardBreak, urlInText]), (content) => {
      const doc = makeDoc(schema.node("paragraph", null, content))
      const markdown = serialize(doc)
      const again = openMarkdown(markdown).doc
      const expected = getVisibleTextOfBlock(doc.child(0))
      if (expected.length === 0) return
      expect(
        again.children.map(({ type }) => type.name),
        markdown,
      ).toEqual(["paragraph"])
      expect(getVisibleTextOfBlock(again.child(0)), markdown).toEqual(expected)
      expect(getVisibleTextOfHtml(renderMarkdown(markdown)), markdown).toEqual(expected)
      expect(openMarkdown(serialize(again)).doc.toJSON()).toEqual(again.toJSON())
    }),
    { numRuns: 300, seed: SEED },
  )
})
