/** Follows docs/add-a-country.md in a copy of the project, and runs `country.test.ts` in the copy. */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { LOCALES } from "../../../src/i18n/locales.ts"

const runFile = promisify(execFile)
const documentation = readFile("docs/add-a-country.md", "utf8")
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "daina-country-"))
  const folders = ["db", "netlify", "public/locales", "scripts", "src", "tests"]
  const files = ["astro-i18next.config.cjs", "package.json", "tsconfig.json", "vitest.config.ts"]
  await mkdir(join(copy, "public"))
  for (const name of [...folders, ...files]) await cp(name, join(copy, name), { recursive: true })
  await symlink(resolve("node_modules"), join(copy, "node_modules"))
})
afterAll(() => rm(copy, { recursive: true }))

/** Changes a file of the copy. The documentation must name this file. */
async function edit(file: string, change: (text: string) => string): Promise<void> {
  expect(await documentation).toContain(file.replace(/locales\/\w+\//, "locales/*/"))
  const path = join(copy, file)
  const text = await readFile(path, "utf8")
  const changed = change(text)
  expect(changed, file).not.toBe(text)
  await writeFile(path, changed)
}

/** Adds a text for the code `fi` to each of these groups of a locale file. */
const addTexts = (file: string, entries: Record<string, string>) =>
  edit(file, (text) => {
    const messages = JSON.parse(text)
    for (const [key, value] of Object.entries(entries)) messages[key]["fi"] = value
    return JSON.stringify(messages)
  })

test("country.test.ts passes for a fourth country after the documented changes", async () => {
  await edit("src/countries.ts", (text) =>
    text.replace('"lt"]', '"lt", "fi"]').replace('"/lithuania"', '"/lithuania", fi: "/finland"'),
  )
  const [, sql = ""] = /```sql\n(.*?)```/s.exec(await documentation) ?? []
  await writeFile(join(copy, "db/migrations/90_finland.sql"), sql)
  await edit("src/art/palette.ts", (text) =>
    text.replace(
      "  all: {",
      `  fi: {
    lights: ["#e8f4ff", "#7fd4d9"],
    haze: ["#2a6f7a"],
    accent: "#7fd4d9",
    posters: [{ from: "#0f4a5c", to: "#7fd4d9", stick: "#e8f4ff", text: "#ffffff" }],
  },
  all: {`,
    ),
  )
  await edit("src/styles/countries.css", (text) =>
    text
      .replace(":root {", ":root {\n  --fi: oklch(0.8 0.1 200);")
      .replace('"light"] {', '"light"] {\n  --fi: oklch(0.5 0.1 200);')
      .concat(".place-fi {\n  --place: var(--fi);\n}\n"),
  )
  for (const locale of LOCALES) {
    await addTexts(`public/locales/${locale}/common.json`, { countries: "Suomi" })
    await addTexts(`public/locales/${locale}/home.json`, {
      countries: "Saunas and sword dances.",
      country: "K-pop in Finland",
      thisWeek: "This week in Finland",
      comingUp: "Coming up in Finland",
    })
  }
  const vitest = resolve("node_modules/.bin/vitest")
  await runFile(vitest, ["run", "tests/functions/teams/country.test.ts"], { cwd: copy })
}, 300_000)
