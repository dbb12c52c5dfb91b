import { expect, test } from "vitest"
import { changeTeamBody, newPost, newTeam } from "./forms.ts"
import { POST_LIMITS } from "./schema.ts"

const { website_url, instagram_url, youtube_url } = changeTeamBody.shape
const linkFields = { website_url, instagram_url, youtube_url }

test.each([
  ["https://kell.ee", "https://kell.ee"],
  ["http://kell.ee/x", "http://kell.ee/x"],
  ["kell.ee", "https://kell.ee"],
  [" www.instagram.com/kell ", "https://www.instagram.com/kell"],
  ["youtu.be/dQw4w9WgXcQ?t=3", "https://youtu.be/dQw4w9WgXcQ?t=3"],
  ["tõrv.ee:8080/a", "https://tõrv.ee:8080/a"],
  [" ", null],
])("the website %j is stored as %j", (typed, stored) => {
  expect(website_url.parse(typed)).toBe(stored)
})

test.each([
  ["website_url", "invalid_url", "javascript:alert(1)"],
  ["website_url", "invalid_url", "javascript:alert.ee/"],
  ["website_url", "invalid_url", "JavaScript://kell.ee/%0Aalert(1)"],
  ["website_url", "invalid_url", "data:text/html,kell.ee"],
  ["website_url", "invalid_url", "mailto:kell@kell.ee"],
  ["website_url", "invalid_url", "kell@kell.ee"],
  ["website_url", "invalid_url", "//kell.ee"],
  ["website_url", "invalid_url", "/kell.ee"],
  ["website_url", "invalid_url", "ftp://kell.ee"],
  ["website_url", "invalid_url", "https://"],
  ["website_url", "invalid_url", "kell"],
  ["website_url", "invalid_url", "kell.ee:alert(1)"],
  ["website_url", "invalid_url", "our page"],
  ["website_url", "invalid_url", "@kell"],
  ["website_url", "too_long", `kell.ee/${"x".repeat(290)}`],
  ["instagram_url", "invalid_instagram", "https://evil.example/kell"],
  ["instagram_url", "invalid_instagram", "https://notinstagram.com/kell"],
  ["instagram_url", "invalid_instagram", "https://instagram.com.evil.example/kell"],
  ["instagram_url", "invalid_instagram", "https://instagram.com@evil.example/kell"],
  ["instagram_url", "invalid_url", "our page"],
  ["instagram_url", "invalid_url", "@a/b"],
  ["youtube_url", "invalid_youtube", "https://vimeo.com/1"],
  ["youtube_url", "invalid_youtube", "https://youtube.com.evil.example/"],
] as const)("the field %s reports %s for %j", (field, code, typed) => {
  expect(linkFields[field].safeParse(typed).error?.issues[0]?.message).toBe(code)
})

test.each([
  ["instagram_url", "https://www.Instagram.com/kell"],
  ["instagram_url", "instagram.com/kell"],
  ["youtube_url", "https://m.youtube.com/@kell"],
  ["youtube_url", "youtu.be/dQw4w9WgXcQ"],
] as const)("the field %s accepts %j", (field, typed) => {
  expect(linkFields[field].safeParse(typed).success).toBe(true)
})

test("an Instagram handle becomes a URL", () => {
  expect(instagram_url.parse("@kell.tallinn_")).toBe("https://www.instagram.com/kell.tallinn_")
})

const TYPED_TEAM = {
  name: " A  team ",
  slug: "a-team",
  description: "",
  location: " ",
  country: null,
}

test("a new team's texts are trimmed, and empty strings become null", () => {
  const stored = { name: "A team", slug: "a-team", description: null, location: null }
  expect(newTeam.parse(TYPED_TEAM)).toMatchObject(stored)
})

test.each([
  ["new", "reserved_slug"],
  ["mine", "reserved_slug"],
  ["Not an address", "invalid_slug"],
  ["", "required"],
])("a team's slug %j is refused with %s", (slug, code) => {
  expect(newTeam.safeParse({ ...TYPED_TEAM, slug }).error?.issues[0]?.message).toBe(code)
})

test.each([
  ["", null],
  ["youtu.be/dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ"],
])("the video %j of a post is stored as %j", (video_url, stored) => {
  const post = { title: "T", content: "", video_url, is_published: true }
  expect(newPost.parse(post).video_url).toBe(stored)
})

test.each([
  ["pictures with a caption, in a gallery or a link", 3, '![a](/a "b")\n![](/b)\n\n[![c](/c)](/d)'],
  ["a bracket in a description", 1, "![a [b](/c)"],
  ["links and incomplete pictures", 0, "[a](/b) ![ ![a] (b) !\\[ ]("],
])("the limit of pictures counts %s as %d", (_, pictureCount, text) => {
  const isAccepted = (copies: number) =>
    newPost.shape.content.safeParse(text.repeat(copies)).success
  if (pictureCount === 0) return expect(isAccepted(100)).toBe(true)
  const maxCopies = Math.floor(POST_LIMITS.pictures / pictureCount)
  expect(isAccepted(maxCopies)).toBe(true)
  expect(isAccepted(maxCopies + 1)).toBe(false)
})
