import { beforeEach, expect, test, vi } from "vitest"
import { reportNotFound } from "./report.ts"

const sendBeacon = vi.fn()

beforeEach(() => {
  const kept = new Map<string, string>()
  sendBeacon.mockClear()
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubGlobal("navigator", { sendBeacon })
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const miss = (pathname: string) => {
  vi.stubGlobal("location", { pathname, search: "" })
  reportNotFound()
}

test("a path is reported once in a session", () => {
  for (const path of ["/nowhere", "/nowhere", "/elsewhere"]) miss(path)
  expect(sendBeacon).toHaveBeenCalledTimes(2)
})

test("a path is reported when the browser has no storage", () => {
  vi.stubGlobal("sessionStorage", undefined)
  miss("/nowhere")
  expect(sendBeacon).toHaveBeenCalledTimes(1)
})
