import { beforeEach, expect, test, vi } from "vitest"
import { storeEmail, takeEmail } from "./form-links.ts"

beforeEach(() => void vi.unstubAllGlobals())

test("an address is stored for the next page only", () => {
  const stored = new Map<string, string>()
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  storeEmail("ann@example.lv")
  expect([takeEmail(), takeEmail()]).toEqual(["ann@example.lv", ""])
})

test("a browser without storage causes no error", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError")
  }
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => storeEmail("ann@example.lv")).not.toThrow()
  expect(takeEmail()).toBe("")
})
