import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const doc = readFileSync("docs/security.md", "utf8")
const config = readFileSync("vitest.config.ts", "utf8")

interface QuotedTest {
  /** Path without an extension, relative to `tests/` or to the project. */
  path: string
  title: string
  isSlow: boolean
}

/** A title belongs to the last `path` before it in the line. */
function findQuotedTests(line: string): QuotedTest[] {
  let path = ""
  return [...line.matchAll(/`([^`]+)`|“([^”]+)”( \(\*test:all\*\))?/g)].flatMap(
    ([, code, title, slow]) => {
      if (code !== undefined) path = code
      return title ? [{ path, title, isSlow: slow !== undefined }] : []
    },
  )
}

const quotedTests = doc.split("\n").flatMap(findQuotedTests)

const findFile = (path: string) =>
  [`tests/${path}.test.ts`, `tests/${path}.spec.ts`, `${path}.test.ts`].find(existsSync)

const isSlowTest = (path: string, source: string, title: string) => {
  const [folder = "", ...rest] = path.split("/")
  const name = rest.at(-1) ?? ""
  const [, slow = ""] = new RegExp(`"tests/${folder}/\\*+/\\{([^}]*)\\}`).exec(config) ?? []
  const line = source.split("\n").find((text) => text.includes(title)) ?? ""
  return slow.split(",").includes(name) || line.includes("@slow")
}

test("the table contains tests", () => {
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
