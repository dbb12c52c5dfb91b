import { beforeEach, expect, test, vi } from "vitest"
import { keepEmail, takeEmail } from "./kept-email.ts"

beforeEach(() => {
  vi.unstubAllGlobals()
})

test("an address is kept for one page", () => {
  const kept = new Map<string, string>()
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  keepEmail("ann@example.lv")
  expect(takeEmail()).toBe("ann@example.lv")
  expect(takeEmail()).toBe("")
})

test("without storage nothing is kept, and nothing breaks", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError")
  }
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => keepEmail("ann@example.lv")).not.toThrow()
  expect(takeEmail()).toBe("")
})
