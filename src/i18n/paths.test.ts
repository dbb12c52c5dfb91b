import { expect, test } from "vitest"
import { localePath, splitLocale } from "./paths.ts"

test("English paths carry no locale, the others do, and none ends in a slash", () => {
  expect(localePath("/", "en")).toBe("/")
  expect(localePath("/", "lv")).toBe("/lv")
  expect(localePath("/news/page/2", "ru")).toBe("/ru/news/page/2")
})

test.each([
  ["/", { locale: "en", path: "/", explicit: false }],
  ["/news", { locale: "en", path: "/news", explicit: false }],
  ["/lv", { locale: "lv", path: "/", explicit: true }],
  ["/et/news/a", { locale: "et", path: "/news/a", explicit: true }],
  ["/lvov", { locale: "en", path: "/lvov", explicit: false }],
  ["/LV/news", { locale: "en", path: "/LV/news", explicit: false }],
])("%s is split", (pathname, parts) => {
  expect(splitLocale(pathname)).toEqual(parts)
})
