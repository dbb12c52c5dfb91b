import { expect, test } from "vitest"
import { chooseLanguage, findBetterLanguage } from "./language-rule.ts"
import { LOCALES } from "./locales.ts"

const chooseForVisit = (pathname: string, saved: string | null = null, search = "") =>
  chooseLanguage({ pathname, search, saved }, LOCALES)

test("a first visit without a language in the URL is not redirected", () => {
  expect(chooseForVisit("/news")).toEqual({ save: null, path: null })
})

test("the language of the path is saved", () => {
  expect(chooseForVisit("/lv/news")).toEqual({ save: "lv", path: null })
  expect(chooseForVisit("/lv/news", "ru")).toEqual({ save: "lv", path: null })
})

test("a saved language redirects from a path without a locale", () => {
  expect(chooseForVisit("/", "lv")).toEqual({ save: null, path: "/lv" })
  expect(chooseForVisit("/news/a", "ru")).toEqual({ save: null, path: "/ru/news/a" })
  expect(chooseForVisit("/news", "en")).toEqual({ save: null, path: null })
})

test("the lang parameter takes precedence over the path and the saved language", () => {
  expect(chooseForVisit("/lv/news", "lv", "?lang=et")).toEqual({ save: "et", path: "/et/news" })
  expect(chooseForVisit("/lv", "lv", "?a=1&lang=en")).toEqual({ save: "en", path: "/" })
  expect(chooseForVisit("/news", "lv", "?lang=en")).toEqual({ save: "en", path: null })
  expect(chooseForVisit("/lt", null, "?lang=lt")).toEqual({ save: "lt", path: null })
})

test("unknown languages are ignored", () => {
  expect(chooseForVisit("/news", "xx", "?lang=de")).toEqual({ save: null, path: null })
  expect(chooseForVisit("/lv/news", null, "?lang=")).toEqual({ save: "lv", path: null })
})

test("a redirect does not lead to another redirect", () => {
  for (const saved of [null, ...LOCALES]) {
    for (const path of ["/", "/news", "/lv", "/ru/news"]) {
      for (const search of ["", "?lang=en", "?lang=et"]) {
        const first = chooseForVisit(path, saved, search)
        const second = chooseForVisit(first.path ?? path, first.save ?? saved, search)
        expect(second.path).toBeNull()
      }
    }
  }
})

test.each(["//", "///", "/\\", "/\\/"])(
  "no path that begins with %s leads to another site",
  (start) => {
    for (const locale of LOCALES) {
      // English paths have no prefix.
      for (const prefix of ["", ...LOCALES.slice(1).map((language) => `/${language}`)]) {
        const { path } = chooseForVisit(`${prefix}${start}evil.example/x`, null, `?lang=${locale}`)
        const expected = locale === LOCALES[0] ? "/evil.example/x" : `/${locale}/evil.example/x`
        expect([null, expected]).toContain(path)
      }
    }
  },
)

test("repeated slashes become one slash", () => {
  expect(chooseForVisit("/lv//evil.example", null, "?lang=en").path).toBe("/evil.example")
  expect(chooseForVisit("//evil.example", "lv").path).toBe("/lv/evil.example")
})

test("chooseLanguage() and findBetterLanguage() work when a page evaluates only their source (boot.ts)", () => {
  const copyOfChoose = new Function(`return ${chooseLanguage}`)()
  expect(copyOfChoose({ pathname: "/", search: "", saved: "lv" }, LOCALES)).toEqual({
    save: null,
    path: "/lv",
  })
  const copyOfFind = new Function(`return ${findBetterLanguage}`)()
  expect(copyOfFind(["lv-LV"], "en", () => true)).toBe("lv")
})

test.each([
  ["lv-LV, en-US", "en", "en lv ru", "lv"],
  ["lv, ru, en", "en", "en ru", "ru"],
  ["en-GB, lv", "en", "en lv", null],
  ["lv, en", "en", "en", null],
  ["de, fr", "en", "en lv", null],
  ["de, ru", "lv", "en lv ru", "ru"],
  ["lv, en", "lv", "en ru", null],
  ["", "en", "en lv", null],
])(
  "a visitor whose browser prefers %s, on a page in %s that exists in %s, is offered %s",
  (preferred, page, availableLanguages, offer) => {
    const hasPage = (language: string) => availableLanguages.split(" ").includes(language)
    expect(findBetterLanguage(preferred.split(", "), page, hasPage)).toBe(offer)
  },
)
