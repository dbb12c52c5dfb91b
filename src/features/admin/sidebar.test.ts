import { expect, test } from "vitest"
import { createSidebarCookie, parseSidebarState } from "./sidebar.ts"

test("the sidebar is open unless the cookie has the value “folded”", () => {
  expect(parseSidebarState("")).toBe("open")
  expect(parseSidebarState("a=1; daina_sidebar=folded; b=2")).toBe("folded")
  expect(parseSidebarState("daina_sidebar=open")).toBe("open")
  expect(parseSidebarState("other_daina_sidebar=folded")).toBe("open")
})

test("the sidebar's state is kept for seven days", () => {
  expect(createSidebarCookie("folded", 1_000)).toMatchObject({
    name: "daina_sidebar",
    value: "folded",
    expires: 1_000 + 604_800_000,
  })
})
