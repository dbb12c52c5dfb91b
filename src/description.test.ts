import { expect, test } from "vitest"
import { beginningOf, plainHtml } from "./description.ts"

test("a page is described by how its text begins, in whole words", () => {
  expect(beginningOf("<p>Hi &amp; hello.</p>\n<p>Come.</p>")).toBe("Hi & hello. Come.")
  const long = beginningOf(`<p>${"Nine jackets ".repeat(20)}</p>`)
  expect(long).toMatch(/ (Nine|jackets)…$/)
  expect(long.length).toBeLessThanOrEqual(155)
  expect(beginningOf('<p><img src="/a.webp" alt=""></p>')).toBe("")
})

test("HTML is read as its text", () => {
  expect(plainHtml("<h2>A &amp; B</h2><p>one <em>t</em>wo<br>3 &lt; 4</p>")).toBe(
    "A & B one two 3 < 4",
  )
})
