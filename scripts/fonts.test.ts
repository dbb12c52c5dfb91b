import { readdir, readFile } from "node:fs/promises"
import { create } from "fontkitten"
import { beforeAll, expect, test } from "vitest"
import { generateFonts } from "./fonts.ts"

const FACES = ["unbounded", "onest"] as const
const RUSSIAN_FILES = {
  unbounded: ["unbounded-cyrillic"],
  onest: ["onest", "onest-cyrillic"],
}

/** Size of the first ten packets, which a server sends without waiting for the client. They include HTTP headers. */
const FIRST_PACKETS_BYTES = 14_600
const HEADERS_BYTES = 700

const readFont = (name: string) => readFile(new URL(`../src/fonts/${name}.woff2`, import.meta.url))

async function readFontLetters(name: string): Promise<Set<string>> {
  const font = create(await readFont(name))
  if (font.isCollection) throw new Error(`${name} is a font collection`)
  return new Set(font.characterSet.map((code) => String.fromCodePoint(code)))
}

async function readTextLetters(locale: string): Promise<string[]> {
  const folder = new URL(`../public/locales/${locale}/`, import.meta.url)
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), "utf8")),
  )
  return [...new Set(texts.join("").match(/[\p{L}\p{N}]/gu))]
}

beforeAll(generateFonts, 60_000)

test.each(FACES)(
  "the font %s has all letters of the interface's texts in each language",
  async (face) => {
    for (const locale of ["en", "lv", "et", "lt", "ru"]) {
      const files = locale === "ru" ? RUSSIAN_FILES[face] : [face]
      const availableLetters = new Set(
        (await Promise.all(files.map(readFontLetters))).flatMap((letters) => [...letters]),
      )
      expect(
        (await readTextLetters(locale)).filter((letter) => !availableLetters.has(letter)),
        locale,
      ).toEqual([])
    }
  },
)

test("each font file and the headers of its response fit into the first packets of a connection", async () => {
  for (const name of FACES.flatMap((face) => [face, `${face}-cyrillic`])) {
    expect((await readFont(name)).length, name).toBeLessThanOrEqual(
      FIRST_PACKETS_BYTES - HEADERS_BYTES,
    )
  }
})
