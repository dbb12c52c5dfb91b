import { expect, test } from "vitest"
import { removeMarkup } from "./remove-markup.ts"

test.each([
  ["We are **Rīgas Zvaigznes**!", "We are Rīgas Zvaigznes!"],
  [
    "**Kur:**Rīga, __kad__: ~~piektdien~~ *sestdien* (_16:00_).",
    "Kur:Rīga, kad: piektdien sestdien (16:00).",
  ],
  ["## About us\n\n**Hi** *all*", "About us\n\nHi all"],
  [
    "See [our page](https://a.lv/b_c) and [https://a.lv](https://a.lv)",
    "See our page (https://a.lv/b_c) and https://a.lv",
  ],
  ["***both*** and **_both_**", "both and both"],
])("the text %j without markup is %j", (text, words) => {
  expect(removeMarkup(text)).toBe(words)
})

test.each([
  "@kpop_riga_lv and instagram.com/_mari_",
  "5 * 3 * 2, 2**3, a ** b ** c",
  "- one\n- two\n* three\n* four",
  "#kpop #riga",
  "¯\\_(ツ)_/¯",
  "[x] and (y)",
  "***",
  "__init",
])("%j is unchanged", (text) => {
  expect(removeMarkup(text)).toBe(text)
})

test.each(["*", "**a", "_a ", "[a](", "~~", "# "])(
  "markup is quickly removed from %j, repeated many times",
  (part) => {
    const start = performance.now()
    removeMarkup(part.repeat(100_000 / part.length))
    expect(performance.now() - start).toBeLessThan(500)
  },
)
