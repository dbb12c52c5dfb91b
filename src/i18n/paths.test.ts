import { expect, test } from "vitest"
import { LOCALES } from "./locales.ts"
import { localePath, pathInLocale, splitLocale } from "./paths.ts"

test("a path begins with its locale, except in English", () => {
  expect(localePath("/", "en")).toBe("/")
  expect(localePath("/", "lv")).toBe("/lv")
  expect(localePath("/news/page/2", "ru")).toBe("/ru/news/page/2")
})

test.each([
  ["/", { locale: "en", path: "/", isExplicit: false }],
  ["/news", { locale: "en", path: "/news", isExplicit: false }],
  ["/lv", { locale: "lv", path: "/", isExplicit: true }],
  ["/et/news/a", { locale: "et", path: "/news/a", isExplicit: true }],
  ["/lvov", { locale: "en", path: "/lvov", isExplicit: false }],
  ["/LV/news", { locale: "en", path: "/LV/news", isExplicit: false }],
])("%s is split into locale and path", (pathname, parts) => {
  expect(splitLocale(pathname)).toEqual(parts)
})

test.each(["//", "///", "/\\", "/\\/"])(
  "a path that begins with %s stays on this site",
  (start) => {
    expect(splitLocale(`${start}evil.example/x`).path).toBe("/evil.example/x")
    expect(localePath(`${start}evil.example/x`, "en")).toBe("/evil.example/x")
    for (const locale of LOCALES) {
      const { path } = splitLocale(`/${locale}${start}evil.example/x`)
      expect(path).toMatch(/^\/[^/\\]/)
      expect(localePath(path, "en")).toMatch(/^\/[^/\\]/)
    }
  },
)

test("the URL in another locale keeps query and hash, and sets `lang`", () => {
  const currentUrl = {
    pathname: "/ru/login",
    search: "?next=%2Fadmin%2Fnews&lang=ru",
    hash: "#top",
  }
  expect(pathInLocale("lv", currentUrl)).toBe("/lv/login?next=%2Fadmin%2Fnews&lang=lv#top")
  expect(pathInLocale("en", { pathname: "/lv//evil.example", search: "", hash: "" })).toBe(
    "/evil.example?lang=en",
  )
})
