import { expect, test } from "vitest"
import { sidebarCookie, sidebarStateIn } from "./sidebar.ts"

test("the sidebar is open until it was folded", () => {
  expect(sidebarStateIn("")).toBe("open")
  expect(sidebarStateIn("a=1; daina_sidebar=folded; b=2")).toBe("folded")
  expect(sidebarStateIn("daina_sidebar=open")).toBe("open")
  expect(sidebarStateIn("other_daina_sidebar=folded")).toBe("open")
})

test("the sidebar's state is kept for seven days", () => {
  expect(sidebarCookie("folded", 1_000)).toMatchObject({
    name: "daina_sidebar",
    value: "folded",
    expires: 1_000 + 604_800_000,
  })
})
