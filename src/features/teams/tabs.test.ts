import { expect, test } from "vitest"
import { tabOf } from "./tabs.ts"

test.each(["info", "blog", "members"])("#%s is a tab", (tab) => {
  expect(tabOf(`#${tab}`)).toBe(tab)
})

test.each(["", "#", "#content", "#Blog", "blog"])("%o is none", (hash) => {
  expect(tabOf(hash)).toBeNull()
})
