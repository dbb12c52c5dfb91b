import { expect, test } from "vitest"
import { tFor } from "../../i18n/t-for.ts"
import { parseTab } from "./page/team-script.ts"
import { getPostCover, getTeamCover, getThumbnail } from "./pictures.ts"
import { formatPlace, getTeamSlug } from "./team.ts"

test.each(["/teams/kell-kolm", "/lv/teams/kell-kolm", "/ru/teams/kell-kolm/manage"])(
  "the path %s belongs to a team",
  (path) => {
    expect(getTeamSlug(path)).toBe("kell-kolm")
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
])("the path %s belongs to no team", (path) => {
  expect(getTeamSlug(path)).toBeNull()
})

test("an uploaded cover has two sizes and a share picture", () => {
  const cover = getTeamCover({
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

test("a thumbnail is the square version of a poster or the small version of an uploaded cover", () => {
  const team = { slug: "a", country: null } as const
  expect(getThumbnail({ ...team, cover_image_url: "/drawn/x.webp" })).toBe("/drawn/x-square.webp")
  expect(getThumbnail({ ...team, cover_image_url: "/uploads/team-images/x.webp" })).toBe(
    "/uploads/team-images/x-640.webp",
  )
})

test("a team without a cover gets generated art that does not change", () => {
  const team = { slug: "kell-kolm", country: "ee", cover_image_url: null } as const
  expect(getTeamCover(team).src).toMatch(/^\/art\//)
  expect(getTeamCover(team)).toEqual(getTeamCover(team))
})

test("only a hash with the exact name of a tab selects a tab", () => {
  expect(["#info", "#blog", "#members"].map(parseTab)).toEqual(["info", "blog", "members"])
  expect(["", "#", "#content", "#Blog", "blog"].map(parseTab)).toEqual(Array(5).fill(null))
})

test("in Russian, a middle dot separates a location in Latin letters from the country", () => {
  const [en, ru] = [tFor("en"), tFor("ru")]
  expect(formatPlace({ location: "Rīga", country: "lv" }, en)).toBe("Rīga, Latvia")
  expect(formatPlace({ location: "Rīga", country: "lv" }, ru)).toBe("Rīga · Латвия")
  expect(formatPlace({ location: "Рига", country: "lv" }, ru)).toBe("Рига, Латвия")
  expect(formatPlace({ location: null, country: "lv" }, ru)).toBe("Латвия")
  expect(formatPlace({ location: null, country: null }, ru)).toBeNull()
})

test("the cover of a post is the post's picture, or else generated art", () => {
  expect(getPostCover({ id: "a", picture_url: "/uploads/team-images/a.webp" }, "lv").src).toBe(
    "/uploads/team-images/a-640.webp",
  )
  expect(getPostCover({ id: "a", picture_url: null }, "lv").src).toMatch(
    /^\/art\/v2\/[a-z]+-lv-[01]-640\.webp$/,
  )
})
