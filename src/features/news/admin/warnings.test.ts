import { expect, test } from "vitest"
import { findWarnings } from "./warnings.tsx"

const COMPLETE_VALUES = {
  content: "Hello",
  excerpt: "In short",
  cover_image_url: "/uploads/news-images/1-ab.webp",
  cover_alt: "Dancers",
  cover_is_decoration: false,
}

const findInContent = async (content: string) =>
  (await findWarnings({ ...COMPLETE_VALUES, content })).map(({ kind, line, about }) => [
    kind,
    line,
    about,
  ])

test("a complete article has no warnings", async () => {
  const content = `## One\n\n### Two\n\n![Dancers](/uploads/a.webp)\n\n![](/uploads/b.webp#decoration)
\n[**Bold**](/news), \`[code]()\`\n\n## Three\n\n[See](/news "button")\n\n[It](/teams/one "card")`
  expect(await findWarnings({ ...COMPLETE_VALUES, content })).toEqual([])
})

test("a missing excerpt, cover or description of the cover is a warning", async () => {
  const findFields = async (changes: Partial<Parameters<typeof findWarnings>[0]>) =>
    (await findWarnings({ ...COMPLETE_VALUES, ...changes })).map(({ kind, field }) => [kind, field])
  expect(await findFields({ excerpt: " " })).toEqual([["noExcerpt", "excerpt"]])
  expect(await findFields({ cover_alt: "" })).toEqual([["coverAlt", "cover_alt"]])
  expect(await findFields({ cover_alt: "", cover_is_decoration: true })).toEqual([])
  expect(await findFields({ cover_image_url: null, cover_alt: "" })).toEqual([
    ["noCover", "cover_image_url"],
  ])
})

test("a translation gets warnings for descriptions that equal the original's descriptions", async () => {
  const content = "![Dancers](/uploads/a.webp)\n\n![A stage](/uploads/b.webp)"
  const original = {
    content,
    cover_image_url: "/uploads/c.webp",
    cover_alt: "Dancers",
    cover_is_decoration: false,
  }
  const findKinds = async (changes: object, originalChanges: { cover_image_url?: null } = {}) =>
    (
      await findWarnings(
        { ...COMPLETE_VALUES, cover_image_url: null, ...changes },
        { ...original, ...originalChanges },
      )
    ).map(({ kind, about }) => [kind, about])
  const translated = { content: "![Dejotāji](/uploads/a.webp)", cover_alt: "Dejotāji" }
  expect(await findKinds(translated)).toEqual([])
  expect(
    await findKinds({ content: `${translated.content}\n\n![A stage](/uploads/b.webp)` }),
  ).toEqual([
    ["sameAlt", "A stage"],
    ["sameAlt", "Dancers"],
  ])
  expect(
    await findKinds(translated, { cover_image_url: null }),
    "a translation has the cover of its original",
  ).toEqual([["noCover", undefined]])
})

test.each([
  ["a link without text", "a\n\nb [](/news)", [["emptyLink", 2, "/news"]]],
  ["a link with only spaces", "[ ](/news) and [x](/y)", [["emptyLink", 0, "/news"]]],
  ["a link without a URL", "See [the finals]()", [["emptyLink", 0, "the finals"]]],
  ["a button without text", '[](/news "button")', [["emptyLink", 0, "/news"]]],
  ["a picture without a description", "a\n\n![](/uploads/a.webp)", [["pictureAlt", 2, ""]]],
  [
    "each picture of a gallery",
    "![](/uploads/a.webp)\n![b](/uploads/b.webp)\n![ ](/uploads/c.webp)",
    [
      ["pictureAlt", 0, ""],
      ["pictureAlt", 0, ""],
    ],
  ],
  ["a picture in a paragraph", "a ![](/uploads/a.webp) b", [["pictureAlt", 0, ""]]],
  ["a heading two levels down", "## A\n\n#### B c", [["headingLevels", 2, "B c"]]],
  ["a text that starts at a lower heading level", "### A\n\n## B", [["headingLevels", 0, "A"]]],
])("the warnings for %s have the right kind, line and text", async (_what, content, expected) => {
  expect(await findInContent(content)).toEqual(expected)
})

test("a heading may return to any higher level", async () => {
  expect(await findInContent("## A\n\n### B\n\n#### C\n\n## D")).toEqual([])
})
