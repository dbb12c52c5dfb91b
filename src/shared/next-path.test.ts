import { expect, test } from "vitest"
import { getNextPath } from "./next-path.ts"

test.each(["/admin/news", "/lv/admin/news?edit=new", "/news#comments", "/%2F/evil.example"])(
  "a path of this site is returned: %s",
  (next) => {
    expect(getNextPath(next, "/lv")).toBe(next)
  },
)

test.each([
  null,
  "",
  "admin",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/ /evil.example",
  " /admin",
  "/\u0000/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "//[",
])("an unsafe URL or a URL of another site is replaced with the home page: %j", (next) => {
  expect(getNextPath(next, "/lv")).toBe("/lv")
})

test("a path is normalized as browsers do", () => {
  expect(getNextPath("/a/../admin", "/")).toBe("/admin")
})
