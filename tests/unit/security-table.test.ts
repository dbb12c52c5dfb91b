/** Checks docs/security.md, which quotes the titles of tests. */
import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const securityDoc = readFileSync("docs/security.md", "utf8")
const config = readFileSync("vitest.config.ts", "utf8")

interface QuotedTest {
  /** Path without the suffix of test files, relative to `tests/` or to the root of the repository. */
  path: string
  title: string
  /** Whether docs/security.md marks the test with *test:all*. */
  isSlow: boolean
}

/** Returns the tests that a line quotes. The path of a test file is in backticks, and its titles follow in curly quotes. */
function findQuotedTests(line: string): QuotedTest[] {
  let path = ""
  return [...line.matchAll(/`([^`]+)`|“([^”]+)”( \(\*test:all\*\))?/g)].flatMap(
    ([, quotedPath, title, slowMark]) => {
      if (quotedPath !== undefined) path = quotedPath
      return title ? [{ path, title, isSlow: slowMark !== undefined }] : []
    },
  )
}

const quotedTests = securityDoc.split("\n").flatMap(findQuotedTests)

const findFile = (path: string) =>
  [`tests/${path}.test.ts`, `tests/${path}.spec.ts`, `${path}.test.ts`].find(existsSync)

/** Returns whether vitest.config.ts lists the file as slow, or the line with the title contains `@slow`. */
const isSlowTest = (path: string, source: string, title: string) => {
  const [folder = "", ...restOfPath] = path.split("/")
  const fileName = restOfPath.at(-1) ?? ""
  const slowFilesInConfig = new RegExp(`"tests/${folder}/\\*+/\\{([^}]*)\\}`)
  const [, slowFiles = ""] = slowFilesInConfig.exec(config) ?? []
  const titleLine = source.split("\n").find((line) => line.includes(title)) ?? ""
  return slowFiles.split(",").includes(fileName) || titleLine.includes("@slow")
}

test("docs/security.md quotes more than 80 tests", () => {
  expect(quotedTests.length).toBeGreaterThan(80)
})

test.each(quotedTests)(
  "$path “$title” exists and is marked correctly",
  ({ path, title, isSlow }) => {
    const file = findFile(path)
    expect(file, `no test file for ${path}`).toBeDefined()
    const source = readFileSync(file ?? "", "utf8")
    expect(source).toContain(title)
    expect(isSlowTest(path, source, title)).toBe(isSlow)
  },
)
