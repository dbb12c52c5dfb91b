import { expect, test } from "vitest"
import { coverOf, slugOf } from "./team.ts"

test.each(["/teams/kell-kolm", "/lv/teams/kell-kolm", "/ru/teams/kell-kolm/manage"])(
  "%s is a team's",
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
])("%s is no team's", (path) => {
  expect(slugOf(path)).toBeNull()
})

test("an uploaded cover comes in both sizes", () => {
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

test("a team without a cover gets a drawn one, always the same", () => {
  const team = { slug: "kell-kolm", country: "ee", cover_image_url: null } as const
  expect(coverOf(team).src).toMatch(/^\/art\//)
  expect(coverOf(team)).toEqual(coverOf(team))
})
