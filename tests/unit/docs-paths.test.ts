import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

const PATH = /(?<![\w@./-])(?:src|netlify|db|tests|scripts|docs|public|deploy)\/[\w./[\]{},*-]+/g

const docs = globSync(["*.md", "docs/**/*.md", "{src,netlify,db,tests}/**/README.md"], {
  exclude: ["docs/examples/**"],
})

function doesExist(path: string): boolean {
  const pattern = path
    .replaceAll("[...locale]", "*")
    .replace(/\{\w+\}/g, "*")
    .replace(/[.,]$/, "")
  return [pattern, `${pattern}.test.ts`].some((glob) => globSync(glob).length > 0)
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync("package.json", "utf8"),
)

test("the documentation has more than 60 files", () => {
  expect(docs.length).toBeGreaterThan(60)
})

test.each(docs)("%s names existing files and commands", (doc) => {
  const text = readFileSync(doc, "utf8")
  const code = text
    .replace(/```.*?```/gs, "")
    .matchAll(/`([^`\n]+)`/g)
    .flatMap(([, content = ""]) => content.match(PATH) ?? [])
  const links = text
    .matchAll(/\]\((?![a-z]+:|[#/])([^)#\s]+)/g)
    .map(([, path = ""]) => join(dirname(doc), path))
  const commands = text.matchAll(/npm run ([\w:-]+)/g).map(([, name = ""]) => name)

  expect([...code].filter((path) => !doesExist(path))).toEqual([])
  expect([...links].filter((path) => !existsSync(path))).toEqual([])
  expect([...commands].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
