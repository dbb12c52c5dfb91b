/** What no profile may hold. */
import { beforeAll, beforeEach, expect, test } from "vitest"
import profile from "../../netlify/functions/profile.ts"
import { testDatabase } from "../database.ts"
import { type Member, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
let mari: Member
let other: Member
beforeAll(async () => {
  mari = await makeMember(db)
  other = await makeMember(db)
})
// What is tried here is not the limit of sixty a minute.
beforeEach(async () => void (await db.one`delete from attempts`))

const save = (body: unknown) => mari.browser.call(profile, "PATCH", "/api/profile", body)

const nothingIsSaved = async () => expect(await db.many`select from profiles`).toEqual([])

const HIDDEN = {
  "bidi override": "\u202e",
  "bidi isolate": "\u2066",
  "left-to-right mark": "\u200e",
  "Arabic letter mark": "\u061c",
  "zero-width space": "\u200b",
  "zero-width non-joiner": "\u200c",
  "word joiner": "\u2060",
  "byte order mark": "\ufeff",
  "soft hyphen": "\u00ad",
  "Hangul filler": "\u3164",
  "Hangul choseong filler": "\u115f",
  "halfwidth Hangul filler": "\uffa0",
  "Braille blank": "\u2800",
  "Mongolian vowel separator": "\u180e",
  "tag letter": "\u{e0041}",
  "private letter": "\ue000",
  "line separator": "\u2028",
  bell: "\u0007",
  escape: "\u001b",
  NUL: "\u0000",
}

// Some of them are white space to Unicode: at a text's end, or between words, they vanish.
const SPACES = ["\ufeff", "\u2028"]

const names: [what: string, name: unknown, error: string][] = [
  ["none", undefined, "display_name_required"],
  ["null", null, "display_name_required"],
  ["a number", 7, "display_name_required"],
  ["an object", { $ne: "" }, "display_name_required"],
  ["an empty one", "", "display_name_required"],
  ["spaces", " \t\u00a0\u3000 ", "display_name_required"],
  ["81 letters", "x".repeat(81), "too_long"],
  ["10,000 letters", "x".repeat(10_000), "too_long"],
  ["stacked marks", `Z${"\u0301\u0316\u0329".repeat(5)}algo`, "hidden_characters"],
  ["a joiner between letters", "Ma\u200dri", "hidden_characters"],
  ["a joiner alone", "\u200d", "hidden_characters"],
  ["a lone surrogate", "Mari\ud800", "hidden_characters"],
  ["a selector of emoji after a letter", "Mari\ufe0f", "hidden_characters"],
  ["a selector of emoji alone", "\ufe0f", "hidden_characters"],
  ["a mark without a letter", "\u0301", "hidden_characters"],
  ["an enclosing mark alone", "\u20e3", "hidden_characters"],
  ...Object.entries(HIDDEN)
    .filter(([, letter]) => !SPACES.includes(letter))
    .flatMap(([what, letter]): [string, string, string][] => [
      [`a ${what} inside`, `Ma${letter}ri`, "hidden_characters"],
      [`a ${what} alone`, letter, "hidden_characters"],
    ]),
]

test.each(names)("as name, %s is refused", async (_what, display_name, error) => {
  const answer = await save({ display_name })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ code: "invalid", errors: { display_name: error } })
  await nothingIsSaved()
})

test.each(SPACES)("white space of another kind, %j, is a space", async (letter) => {
  expect((await save({ display_name: `Ma${letter}ri` })).json["display_name"]).toBe("Ma ri")
  await db.one`delete from profiles`
})

const privacy = {
  show_display_name: true,
  show_avatar: true,
  show_bio: true,
  show_gender: true,
  show_date_of_birth: true,
}
const tomorrow = () => new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString().slice(0, 10)

const fields: [field: string, value: unknown, error: string][] = [
  ["bio", "x".repeat(501), "too_long"],
  ["bio", "x".repeat(10_001), "too_long"],
  ["bio", 7, "invalid"],
  ["bio", ["a"], "invalid"],
  ["bio", "Tere\u202emaailm", "hidden_characters"],
  ["bio", "a\u200bb", "hidden_characters"],
  ["bio", "a\u0000b", "hidden_characters"],
  ["gender", "unknown", "invalid"],
  ["gender", "", "invalid"],
  ["gender", "MALE", "invalid"],
  ["gender", { $ne: null }, "invalid"],
  ["date_of_birth", "2001-02-31", "invalid_date"],
  ["date_of_birth", "2023-02-29", "invalid_date"],
  ["date_of_birth", "1900-02-29", "invalid_date"],
  ["date_of_birth", "2001-13-01", "invalid_date"],
  ["date_of_birth", "2001-00-10", "invalid_date"],
  ["date_of_birth", "1899-12-31", "invalid_date"],
  ["date_of_birth", tomorrow(), "invalid_date"],
  ["date_of_birth", "9999-12-31", "invalid_date"],
  ["date_of_birth", "+012001-01-01", "invalid_date"],
  ["date_of_birth", "2001-1-1", "invalid_date"],
  ["date_of_birth", "31.01.2001", "invalid_date"],
  ["date_of_birth", "2001-01-01T00:00:00Z", "invalid_date"],
  ["date_of_birth", "infinity", "invalid_date"],
  ["date_of_birth", "today", "invalid_date"],
  ["date_of_birth", "", "invalid_date"],
  ["date_of_birth", 20010101, "invalid"],
  ["user_type", "admin", "invalid"],
  ["user_type", null, "invalid"],
  ["music_likes_public", "true", "invalid"],
  ["music_likes_public", 1, "invalid"],
  ["music_likes_public", null, "invalid"],
  ["privacy_settings", { ...privacy, show_everything: true }, "invalid"],
  ["privacy_settings", { show_bio: "false" }, "invalid"],
  ["privacy_settings", { show_avatar: null }, "invalid"],
  ["privacy_settings", { ...privacy, show_bio: "true" }, "invalid"],
  ["privacy_settings", { ...privacy, show_avatar: null }, "invalid"],
  ["privacy_settings", { ...privacy, show_gender: 1 }, "invalid"],
  ["privacy_settings", "{}", "invalid"],
  ["privacy_settings", [true, true, true, true, true], "invalid"],
  ["privacy_settings", null, "invalid"],
]

test.each(fields)("as %s, %j is refused", async (field, value, error) => {
  const answer = await save({ display_name: "Mari", [field]: value })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ code: "invalid", errors: { [field]: error } })
  await nothingIsSaved()
})

const file = (id: string) => `/uploads/avatars/${id}/avatar-1700000000000-${"0".repeat(32)}.webp`

test.each<[what: string, url: () => unknown]>([
  ["another member's", () => file(other.id)],
  ["another site's", () => `https://evil.example${file(mari.id)}`],
  ["another site's, without a scheme", () => `//evil.example${file(mari.id)}`],
  ["a script", () => "javascript:alert(1)"],
  ["data", () => "data:image/png;base64,AAAA"],
  ["a way out", () => `/uploads/avatars/${mari.id}/../${other.id}/avatar-1-${"0".repeat(32)}.webp`],
  ["an encoded way out", () => file(`${mari.id}/..%2f${other.id}`)],
  ["with a query", () => `${file(mari.id)}?x=1`],
  ["with a line more", () => `${file(mari.id)}\n`],
  ["a cover", () => `/uploads/news-images/1700000000000-abcdef012345.webp`],
  ["an SVG", () => file(mari.id).replace("webp", "svg")],
  ["a name that can be guessed", () => `/uploads/avatars/${mari.id}/avatar.webp`],
  ["nothing", () => ""],
  ["a number", () => 7],
])("as picture, %s is refused", async (_what, url) => {
  const answer = await save({ display_name: "Mari", avatar_url: url() })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ code: "invalid", errors: { avatar_url: "invalid" } })
  await nothingIsSaved()
})

test.each([[[]], ["text"], [null], [7]])("a body that is %j is refused", async (body) => {
  expect((await save(body)).status).toBe(422)
  await nothingIsSaved()
})

test("everything that is wrong is said at once", async () => {
  const answer = await save({ display_name: "", gender: "x", date_of_birth: "2001-02-31" })
  expect(answer.json["errors"]).toEqual({
    display_name: "display_name_required",
    gender: "invalid",
    date_of_birth: "invalid_date",
  })
})
