import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

/** Matches paths of the repository, which may contain placeholders, such as `src/features/{subject}/schema.ts`. */
const PATH = /(?<![\w@./-])(?:src|netlify|db|tests|scripts|docs|public|deploy)\/[\w./[\]{},*-]+/g

const docs = globSync(["*.md", "docs/**/*.md", "{src,netlify,db,tests}/**/README.md"], {
  exclude: ["docs/examples/**"],
})

/** Returns whether a path exists. Placeholders match any name, and the path of a test may lack `.test.ts`. */
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

test("the pattern of documentation files finds more than 60 files", () => {
  expect(docs.length).toBeGreaterThan(60)
})

test.each(docs)("%s names only files, links and npm scripts that exist", (doc) => {
  const text = readFileSync(doc, "utf8")
  const paths = text
    .replace(/```.*?```/gs, "")
    .matchAll(/`([^`\n]+)`/g)
    .flatMap(([, content = ""]) => content.match(PATH) ?? [])
  const linkTargets = text
    .matchAll(/\]\((?![a-z]+:|[#/])([^)#\s]+)/g)
    .map(([, path = ""]) => join(dirname(doc), path))
  const scriptNames = text.matchAll(/npm run ([\w:-]+)/g).map(([, name = ""]) => name)

  expect([...paths].filter((path) => !doesExist(path))).toEqual([])
  expect([...linkTargets].filter((path) => !existsSync(path))).toEqual([])
  expect([...scriptNames].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
