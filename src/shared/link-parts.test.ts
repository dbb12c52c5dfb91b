import { expect, test } from "vitest"
import { splitLinks } from "./link-parts.ts"

test.each<[text: string, links: string[]]>([
  ["Sign up: https://cup.example/in?a=1&b=2.", ["https://cup.example/in?a=1&b=2"]],
  [
    "(see www.cup.example, or instagram.com/crew!)",
    ["https://www.cup.example", "https://instagram.com/crew"],
  ],
  ["https://en.wikipedia.org/wiki/Dance_(song)", ["https://en.wikipedia.org/wiki/Dance_(song)"]],
  ["„https://cup.example/ā“ un viss", ["https://cup.example/ā"]],
  ["crew@cup.example, 17.30–19.00, e.g. and/or, 1.5/2", []],
  ["javascript:alert(1) data:text/html,x //evil.example/x", []],
  ["https://", []],
])("only the web addresses in %j become links", (text, links) => {
  const parts = splitLinks(text)
  expect(parts.flatMap(({ href = [] }) => href)).toEqual(links)
  expect(parts.map((part) => part.text).join("")).toBe(text)
})
