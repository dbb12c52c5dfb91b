/** Tests that blocks survive a round trip: from the editor to Markdown and back. */
import fc from "fast-check"
import type { Node } from "prosemirror-model"
import { describe, expect, test } from "vitest"
import { openMarkdown } from "./document.ts"
import { expectRoundTrip, makeDoc, makeParagraph, SEED, serialize } from "./fixtures.ts"
import { schema } from "./schema.ts"
import { splitGallery } from "./serializer.ts"

const { nodes } = schema

/** Words, most of which could start a block in Markdown. */
const plainWords = fc
  .array(
    fc.constantFrom(
      "a",
      "Rīga",
      "- b",
      "1. c",
      "# d",
      "> e",
      "---",
      "===",
      "x | y",
      "-|-",
      "```",
      "~~~",
      "[f]: /g",
      "(h)",
      "#",
      "***",
      "    i",
      "<j>",
      "+",
      "5) k",
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join(" ").trim())

const lines = fc
  .array(plainWords, { minLength: 1, maxLength: 3 })
  .map((all) =>
    all.flatMap((line, at) => [...(at > 0 ? [nodes.hard_break.create()] : []), schema.text(line)]),
  )

const picture = fc
  .tuple(
    fc.constantFrom("", 'A "B" [c] *d* &lt; https://a.lv/_e_'),
    fc.constantFrom("", 'F "g" \\ &amp;'),
    fc.boolean(),
  )
  .map(([alt, caption, isDecoration]) =>
    nodes.picture.create({ src: "/uploads/news-images/1-ab.webp", alt, caption, isDecoration }),
  )

const leaf = fc.oneof(
  lines.map((content) => nodes.paragraph.create(null, content)),
  lines.map((content) => nodes.paragraph.create(null, content)),
  fc.constant(nodes.paragraph.create()),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), plainWords)
    .map(([level, title]) => nodes.heading.create({ level }, schema.text(title))),
  fc.constant(nodes.horizontal_rule.create()),
  fc
    .constantFrom("a", "```\nb\n\n  c", "~~~", "\td\n")
    .map((code) => nodes.code_block.create({ params: "js" }, schema.text(code))),
  picture,
  fc.array(picture, { minLength: 0, maxLength: 6 }).map((all) => nodes.gallery.create(null, all)),
  fc
    .constantFrom("https://youtu.be/dQw4w9WgXcQ", "https://youtu.be/_Abcdefgh-_")
    .map((url) => nodes.video.create({ url })),
  fc
    .constantFrom("Register", "*Go* [now] &lt;", "https://a.lv/(_b")
    .map((words) => nodes.button.create({ href: "/events/a_(b)?c=d&amp;e", text: words })),
  plainWords.map((words) => nodes.card.create({ href: "/teams/kell-kolm", text: words })),
)

const { block } = fc.letrec<{ block: Node }>((tie) => {
  const some = fc.array(tie("block"), { minLength: 1, maxLength: 3 })
  const items = fc.array(
    some.map((content) => nodes.list_item.create(null, content)),
    { minLength: 1, maxLength: 3 },
  )
  return {
    block: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaf,
      some.map((content) => nodes.blockquote.create(null, content)),
      fc
        .tuple(items, fc.boolean())
        .map(([content, tight]) => nodes.bullet_list.create({ tight }, content)),
      fc
        .tuple(items, fc.boolean(), fc.constantFrom(1, 1, 0, 5, 99))
        .map(([content, tight, order]) => nodes.ordered_list.create({ tight, order }, content)),
    ),
  }
})

/**
 * Returns the blocks as a page shows them: without empty paragraphs, and with a single picture or card instead of the
 * gallery or list that contains only this block.
 */
function getVisibleBlocks(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((node): Node[] => {
    if (node.type === nodes.paragraph) return node.childCount > 0 ? [node] : []
    if (node.type === nodes.gallery) {
      const rows = splitGallery(node.children)
      return rows.flatMap((row) => (row.length > 1 ? [nodes.gallery.create(null, row)] : row))
    }
    if (node.isTextblock || node.isLeaf) return [node]
    const content = getVisibleBlocks(node.children)
    const isSiteBlock = ({ type }: Node) => /picture|gallery|video|button|card/.test(type.name)
    const [only] = content[0]?.children ?? []
    if (
      /_list$/.test(node.type.name) &&
      content.length === 1 &&
      content[0]?.childCount === 1 &&
      only &&
      isSiteBlock(only)
    )
      return [only]
    const inside = content.length > 0 ? content : [nodes.paragraph.create()]
    return [
      node.type.create(
        /_list$/.test(node.type.name) ? { ...node.attrs, tight: false } : node.attrs,
        inside,
      ),
    ]
  })
}

const toShape = (doc: Node) => getVisibleBlocks(doc.children).map((visible) => visible.toJSON())

test("randomly ordered and nested blocks survive the round trip", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const doc = makeDoc(...blocks)
      doc.check()
      const markdown = serialize(doc)
      const again = openMarkdown(markdown).doc
      expect(toShape(again), markdown).toEqual(toShape(doc))
      expect(openMarkdown(serialize(again)).doc.toJSON(), markdown).toEqual(again.toJSON())
    }),
    { numRuns: 50, seed: SEED },
  )
})

test("two lists in a row stay separate", () => {
  const list = (type: "bullet_list" | "ordered_list", text: string) =>
    nodes[type].create({ tight: true }, [
      nodes.list_item.create(null, makeParagraph(schema.text(text))),
    ])
  for (const type of ["bullet_list", "ordered_list"] as const) {
    expectRoundTrip(makeDoc(list(type, "a"), list(type, "b"), list(type, "c")))
  }
})

/** Handwritten Markdown, most of which the editor would write differently. */
const HANDWRITTEN = [
  ...["* one\n* two", "+ one", "- one\n\n- two", "7) seven", "1. one\n2. two", "    indented code"],
  ...[
    "  a spaced paragraph",
    "```\nopen code",
    "~~~\nclosed\n~~~",
    "> a quote",
    "A\n=",
    "***",
    "a\nb",
  ],
  ...["| a |\n|---|", "[x] and [y][x]\n\n[x]: https://a.lv"],
]

describe("inserting or removing a block does not change the blocks around it", () => {
  const makeItem = (text: string) => nodes.list_item.create(null, makeParagraph(schema.text(text)))
  const blocks = [
    nodes.bullet_list.create({ tight: true }, [makeItem("new")]),
    nodes.ordered_list.create({ tight: true }, [makeItem("new")]),
    nodes.code_block.create(null, schema.text("new")),
    makeParagraph(schema.text("new")),
    makeParagraph(),
  ]

  test.each(HANDWRITTEN)("%j", (first) => {
    // Markdown ignores a second definition of the same link.
    const hasDefinition = first.startsWith("[x]")
    for (const second of HANDWRITTEN.filter((text) => !hasDefinition || text !== first)) {
      const { doc, toMarkdown } = openMarkdown(`${first}\n\n${second}`)
      const parts = doc.children
      const changed = [
        ...blocks.flatMap((block) =>
          Array.from({ length: parts.length + 1 }, (_, at) => parts.toSpliced(at, 0, block)),
        ),
        ...parts.flatMap((part, at) =>
          part.type === nodes.raw || parts.length === 1 ? [] : [parts.toSpliced(at, 1)],
        ),
      ]
      for (const some of changed) {
        const markdown = toMarkdown(makeDoc(...some))
        expect(toShape(openMarkdown(markdown).doc), markdown).toEqual(toShape(makeDoc(...some)))
      }
    }
  })
})

test("a link survives the removal of the block with its definition", () => {
  const { doc, toMarkdown } = openMarkdown("[x] is\n\n[x]: https://a.lv")
  expect(toMarkdown(makeDoc(doc.child(0)))).toBe("[x](https://a.lv) is")
})
