import { expect, test, vi } from "vitest"
import { loadStyle } from "./load-style.ts"

test("a stylesheet is added once, and every call resolves when it has loaded", async () => {
  const links: EventTarget[] = []
  vi.stubGlobal("document", {
    createElement: () => new EventTarget(),
    querySelector: () => links[0] ?? null,
    head: { append: (link: EventTarget) => links.push(link) },
  })
  const loaded: string[] = []
  const calls = ["first", "second"].map((name) =>
    loadStyle("/styles.css").then(() => loaded.push(name)),
  )
  await Promise.resolve()
  expect([links.length, loaded]).toEqual([1, []])
  links[0]?.dispatchEvent(new Event("load"))
  await Promise.all(calls)
  expect(loaded).toEqual(["first", "second"])
})
