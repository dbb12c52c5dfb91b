/** Netlify reads the `config` of a function without running its code, so paths and schedules must be literals. */
import { readdir, readFile } from "node:fs/promises"
import { expect, test } from "vitest"

const FOLDER = new URL("../../netlify/functions/", import.meta.url)
/** Matches a `config` with a literal path, several literal paths, or a literal schedule. */
const LITERAL_CONFIG =
  /export const config: Config = \{\s*(?:path|schedule):\s*(?:"[^"]+"|\[\s*(?:"[^"]+",?\s*)+\]),?\s*\}/

const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".ts"))

test.each(files)("%s has literal paths and schedules", async (file) => {
  expect(await readFile(new URL(file, FOLDER), "utf8")).toMatch(LITERAL_CONFIG)
})
