import { beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../../shared/fixtures.ts"
import { storeEmail, takeEmail } from "./form-links.ts"

beforeEach(() => void vi.unstubAllGlobals())

test("an email address is stored for the next page only", () => {
  vi.stubGlobal("sessionStorage", new FakeStorage())
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
