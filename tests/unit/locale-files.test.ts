import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { LOCALES } from "../../src/i18n/locales.ts"

const FOLDER = "public/locales"
const PLURAL = /_(zero|one|two|few|many|other)$/

type Tree = { [key: string]: string | Tree }

const read = (locale: string, file: string): Tree =>
  JSON.parse(readFileSync(`${FOLDER}/${locale}/${file}`, "utf8"))

const listTexts = (tree: Tree, path = ""): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value]] : listTexts(value, `${path}${key}.`),
  )

const listPlaceholders = (text: string) =>
  [...new Set(text.match(/{{\w+}}|<\/?\w+>/g) ?? [])].sort()

/** Texts that may be the same in another language: names and international words. */
const MAY_BE_EQUAL =
  /^[^\p{L}]*$|^(\P{Ll}*|Daina|K-pop|Atom|Instagram|YouTube|Video|Link|Info|Artist|Album|Comeback|\{\{count\}\} album)$/u

const files = readdirSync(`${FOLDER}/en`)
const otherLocales = LOCALES.filter((locale) => locale !== "en")

test("every language has the same files", () => {
  for (const locale of LOCALES) expect(readdirSync(`${FOLDER}/${locale}`), locale).toEqual(files)
})

describe.each(files)("%s", (file) => {
  const english = listTexts(read("en", file))
  const listStems = (entries: [string, string][]) => [
    ...new Set(entries.map(([key]) => key.replace(PLURAL, ""))),
  ]
  const plurals = new Set(
    english.filter(([key]) => key.endsWith("_other")).map(([key]) => key.replace(PLURAL, "")),
  )

  test.each(LOCALES)("%s has exactly the keys of English", (locale) => {
    expect(listStems(listTexts(read(locale, file))).sort()).toEqual(listStems(english).sort())
  })

  test.each(LOCALES)("%s has the plural forms of its language", (locale) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const keys = new Set(listTexts(read(locale, file)).map(([key]) => key))
    const expected = [...plurals].flatMap((stem) => forms.map((form) => `${stem}_${form}`))
    expect(expected.filter((key) => !keys.has(key))).toEqual([])
  })

  test.each(otherLocales)("%s has the same placeholders and links as English", (locale) => {
    const inEnglish = new Map(
      english.map(([key, text]) => [key.replace(PLURAL, ""), listPlaceholders(text)]),
    )
    for (const [key, text] of listTexts(read(locale, file))) {
      const stem = key.replace(PLURAL, "")
      const expected = inEnglish.get(stem) ?? []
      // The singular may omit the number, as in “one song”.
      const found =
        expected.includes("{{count}}") && plurals.has(stem)
          ? [...new Set([...listPlaceholders(text), "{{count}}"])].sort()
          : listPlaceholders(text)
      expect(found, `${locale}/${file} ${key}`).toEqual(expected)
    }
  })

  test.each(otherLocales)("%s is translated", (locale) => {
    const texts = new Map(english)
    const same = listTexts(read(locale, file)).filter(
      ([key, text]) =>
        texts.get(key) === text &&
        text.replace(/\{\{.*?\}\}/g, "").length > 3 &&
        !MAY_BE_EQUAL.test(text),
    )
    expect(same).toEqual([])
  })

  test.each(LOCALES)("%s has no empty texts and no extra spaces", (locale) => {
    const wrong = listTexts(read(locale, file)).filter(
      ([, text]) => !text || text !== text.trim() || / {2}/.test(text),
    )
    expect(wrong).toEqual([])
  })
})
