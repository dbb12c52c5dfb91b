import { expect, test } from "vitest"
import { DEFAULT_LOCALE } from "../../../src/i18n/locales.ts"
import { letterTo } from "./issue.ts"

const textOf = (content: string): string => {
  const text = { subject: "An issue", content, html: "" }
  const fallback = { ...text, language: DEFAULT_LOCALE }
  const file = { issue: "a", list: "newsletter", texts: new Map(), fallback } as const
  const addressee = { to: "a@daina.test", locale: "en", token: "x" } as const
  return letterTo(addressee, file, "https://daina.test").text.split("\n\n-- ")[0] ?? ""
}

test.each([
  ["[News](/news)", "News (https://daina.test/news)"],
  [
    '[News](https://a.lv/b "Title") and ![](/c.webp)',
    "News (https://a.lv/b) and https://daina.test/c.webp",
  ],
  ["[a [b](/c)", "[a b (https://daina.test/c)"],
  ["[a] (b) and [c]()", "[a] (b) and [c]()"],
])("as text, %j is %j", (content, text) => {
  expect(textOf(content)).toBe(text)
})

test.each(["[", "[](", "[a](b ", `[a](${"b".repeat(100)} `, "![a]("])(
  "a text of %j takes no time",
  (part) => {
    const start = performance.now()
    textOf(part.repeat(200_000 / part.length))
    textOf(`[a](${part.replaceAll("[", "b").repeat(200_000 / part.length)}`)
    expect(performance.now() - start).toBeLessThan(1_000)
  },
)
