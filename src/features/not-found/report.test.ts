import { beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"
import { reportNotFound } from "./report.ts"

const sendBeacon = vi.fn()

beforeEach(() => {
  sendBeacon.mockClear()
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubGlobal("navigator", { sendBeacon })
  vi.stubGlobal("sessionStorage", new FakeStorage())
})

const visitMissingPage = (pathname: string) => {
  vi.stubGlobal("location", { pathname, search: "" })
  reportNotFound()
}

test("a missing path is reported only once in a browser session", () => {
  for (const path of ["/nowhere", "/nowhere", "/elsewhere"]) visitMissingPage(path)
  expect(sendBeacon).toHaveBeenCalledTimes(2)
})

test("a browser without storage also reports a missing path", () => {
  vi.stubGlobal("sessionStorage", undefined)
  visitMissingPage("/nowhere")
  expect(sendBeacon).toHaveBeenCalledTimes(1)
})
