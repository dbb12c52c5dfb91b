import { readdir, readFile } from "node:fs/promises"
import { create } from "fontkitten"
import { beforeAll, expect, test } from "vitest"
import { makeFonts } from "./fonts.ts"

const FACES = ["unbounded", "onest"]

const file = (name: string) => readFile(new URL(`../src/fonts/${name}.woff2`, import.meta.url))

async function lettersOf(name: string): Promise<Set<string>> {
  const font = create(await file(name))
  if (font.isCollection) throw new Error(`${name} is several fonts`)
  return new Set(font.characterSet.map((code) => String.fromCodePoint(code)))
}

/** The letters and digits of a language's interface. */
async function lettersIn(locale: string): Promise<string[]> {
  const folder = new URL(`../public/locales/${locale}/`, import.meta.url)
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), "utf8")),
  )
  return [...new Set(texts.join("").match(/[\p{L}\p{N}]/gu))]
}

beforeAll(makeFonts, 60_000)

test.each(FACES)("%s has the letters of each language's texts", async (face) => {
  for (const locale of ["en", "lv", "et", "lt", "ru"]) {
    const has = await lettersOf(locale === "ru" ? `${face}-cyrillic` : face)
    expect(
      (await lettersIn(locale)).filter((letter) => !has.has(letter)),
      locale,
    ).toEqual([])
  }
})

test("the two files of a page are at most 50 kB, 55 with Cyrillic", async () => {
  const size = async (suffix: string) =>
    (await Promise.all(FACES.map((face) => file(face + suffix)))).reduce(
      (sum, { length }) => sum + length,
      0,
    )
  expect(await size("")).toBeLessThanOrEqual(50_000)
  expect(await size("-cyrillic")).toBeLessThanOrEqual(55_000)
})
