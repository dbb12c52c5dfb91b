import { expect, test } from "vitest"
import { SLUG_MAX, SLUG_PATTERN, slugify } from "./slug.ts"

test.each([
  ["Rīgas Zvaigznes", "rigas-zvaigznes"],
  ["Põhjatäht ööklubi ŠŽ", "pohjataht-ooklubi-sz"],
  ["Ąžuolų šokėjai – ėėę", "azuolu-sokejai-eee"],
  ["Кавер-данс: Щёлковский «Йод» в Риге", "kaver-dans-shchelkovskii-iod-v-rige"],
  ["BTS’ 10th year!!!", "bts-10th-year"],
  ["  --  a__b  ", "a-b"],
  ["💜💜", ""],
  ["방탄소년단", ""],
])("%s becomes %s", (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test("a long title ends within the limit, never in a hyphen", () => {
  const slug = slugify("ābc ".repeat(80))
  expect(slug.length).toBeLessThanOrEqual(SLUG_MAX)
  expect(slug).toMatch(SLUG_PATTERN)
})
