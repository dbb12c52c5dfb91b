import { expect, test } from "vitest"
import { tabOf } from "./page/team-script.ts"
import { coverOf, thumbOf } from "./pictures.ts"
import { slugOf } from "./team.ts"

test.each(["/teams/kell-kolm", "/lv/teams/kell-kolm", "/ru/teams/kell-kolm/manage"])(
  "%s belongs to a team",
  (path) => {
    expect(slugOf(path)).toBe("kell-kolm")
  },
)

test.each([
  "/",
  "/teams",
  "/teams/",
  "/teams/Kell",
  "/teams/kell-kolm/",
  "/teams/kell-kolm/edit",
  "/teams/kell-kolm/manage/x",
  "/teams/..%2fmine",
  "/news/kell-kolm",
])("%s belongs to no team", (path) => {
  expect(slugOf(path)).toBeNull()
})

test("an uploaded cover has two sizes and a share picture", () => {
  const cover = coverOf({
    slug: "a",
    country: null,
    cover_image_url: "/uploads/team-images/x.webp",
  })
  expect(cover).toEqual({
    src: "/uploads/team-images/x-640.webp",
    srcset: "/uploads/team-images/x-640.webp 640w, /uploads/team-images/x.webp 1280w",
    share: "/uploads/team-images/x-og.jpg",
  })
})

test("lists show the square version of a poster and the small version of an uploaded cover", () => {
  const team = { slug: "a", country: null } as const
  expect(thumbOf({ ...team, cover_image_url: "/drawn/x.webp" })).toBe("/drawn/x-square.webp")
  expect(thumbOf({ ...team, cover_image_url: "/uploads/team-images/x.webp" })).toBe(
    "/uploads/team-images/x-640.webp",
  )
})

test("a team without a cover always gets the same drawn cover", () => {
  const team = { slug: "kell-kolm", country: "ee", cover_image_url: null } as const
  expect(coverOf(team).src).toMatch(/^\/art\//)
  expect(coverOf(team)).toEqual(coverOf(team))
})

test("only the hashes of tabs select a tab", () => {
  expect(["#info", "#blog", "#members"].map(tabOf)).toEqual(["info", "blog", "members"])
  expect(["", "#", "#content", "#Blog", "blog"].map(tabOf)).toEqual(Array(5).fill(null))
})
