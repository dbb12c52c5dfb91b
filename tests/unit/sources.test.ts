/** Rules about the sources that no compiler checks. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const sources = globSync("{db,netlify,scripts,src}/**/*.{ts,tsx,astro,mjs}", {
  exclude: ["**/*.test.ts"],
}).map((path) => ({ path, text: readFileSync(path, "utf8") }))

test.each([
  ["the countries", /"ee", "lv", "lt"/, "src/countries.ts"],
  ["the orders of admin lists", /const SORTS = /, "src/features/admin/list/query.ts"],
])("%s are listed in one file", (_, list, path) => {
  expect(sources.filter(({ text }) => list.test(text)).map((one) => one.path)).toEqual([path])
})
