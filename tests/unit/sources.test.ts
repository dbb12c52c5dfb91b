import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const files = globSync([
  "{db,deploy,docs,netlify,scripts,src,tests}/**/*.{ts,tsx,astro,mjs,css,sql,md,conf,service}",
  "*.*",
])
const read = (path: string) => ({ path, text: readFileSync(path, "utf8") })

/** Matches block comments at the start of a line, and line comments of TypeScript, SQL and shell. */
const COMMENT = /^\s*\{?\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--|#) .*/gm
/** Matches file names, with or without folders, such as `ui/html.ts`. */
const FILE_NAME = /[\w@.*[\]/-]*\w\.(?:tsx?|astro|mjs|sql|css)\b(?!\.?\w)/g

test("file names in comments and docs exist", () => {
  // A comment may name a file by its path or by the end of its path, such as `ui/html.ts`.
  const fileNames = new Set(
    files.flatMap((path) => path.split("/").map((_, start, parts) => parts.slice(start).join("/"))),
  )
  const missing = files.map(read).flatMap(({ path, text }) => {
    const passages = path.endsWith(".md") ? [text] : (text.match(COMMENT) ?? [])
    return passages
      .flatMap((passage) => passage.match(FILE_NAME) ?? [])
      .filter((name) => !name.includes("*") && !fileNames.has(name.replace(/^[./]+/, "")))
      .map((name) => `${path} names ${name}`)
  })
  expect(missing).toEqual([])
})

const sources = files
  .filter((path) => /^(db|netlify|scripts|src)\/.*(?<!\.test)\.(tsx?|astro|mjs)$/.test(path))
  .map(read)

test.each([
  ["the codes of the countries", /"ee", "lv", "lt"/, "src/countries.ts"],
  ["the orders of admin lists", /const SORTS = /, "src/features/admin/list/query.ts"],
])("%s are listed in one file", (_, listPattern, expectedPath) => {
  const filesWithList = sources.filter(({ text }) => listPattern.test(text))
  expect(filesWithList.map(({ path }) => path)).toEqual([expectedPath])
})

test("browser code creates ids with createRandomId(), because randomUUID() requires HTTPS", () => {
  // Leaves out src/features/sharing, which draws pictures during builds and does not run in browsers.
  const paths = sources.filter(({ text }) => text.includes("randomUUID()")).map(({ path }) => path)
  expect(paths.filter((path) => /^src\/(?!features\/sharing\/)/.test(path))).toEqual([])
})

test("pages read the time with currentTime(), which makes builds render them again", () => {
  const pages = sources.filter(({ path }) => path.startsWith("src/pages/"))
  const violations = pages.filter(({ text }) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text))
  expect(violations.map(({ path }) => path)).toEqual([])
})
