/** Files of profile pictures: each member keeps one, and its address moves when the picture is hidden. */
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { smallPng } from "../../support/pictures.ts"
import { storage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const stored = storage()

/** Makes a member with a profile. */
const makeProfileOwner = () => makeMember(db, { displayName: "Mari" })
const filesOf = ({ id }: Member) => listFiles(`avatars/${id}/`)

/** Uploads a picture without saving the profile. */
const store = async ({ browser }: Member, background = "#ff5a7d"): Promise<string> => {
  const bytes = await smallPng(background, 500, 400)
  const type = { "content-type": "image/png" }
  const answer = await browser.send("PUT", "/api/profile/avatar", bytes, type)
  expect(answer.status).toBe(200)
  return String(answer.json["avatar_url"])
}

const save = ({ browser }: Member, body: object) =>
  browser.send("PATCH", "/api/profile", { display_name: "Mari", ...body })
/** Saves the profile and returns the address of its picture. */
const saved = async (member: Member, body: object) =>
  String((await save(member, body)).json["avatar_url"])

/** Uploads a picture and saves it in the profile. */
const upload = async (member: Member, background?: string): Promise<string> => {
  const url = await store(member, background)
  expect(await saved(member, { avatar_url: url })).toBe(url)
  return url
}

const download = (url: string) => openBrowser().get(url)
const isThere = async (url: string) => (await download(url)).status === 200
const areThere = (...urls: string[]) => Promise.all(urls.map(isThere))
const urlOf = async ({ browser }: Member) => (await browser.get("/api/profile")).json["avatar_url"]
const seenBy = async ({ browser }: Member, { id }: Member) =>
  (await browser.get(`/api/profiles/${id}`)).json["avatar_url"]

const hiding = { privacy_settings: { show_avatar: false } }
const showing = { privacy_settings: { show_avatar: true } }

describe("the address of a picture", () => {
  test("the address contains the member's id and random digits and opens no other file", async () => {
    const mari = await makeProfileOwner()
    const url = await upload(mari)
    expect(url).toMatch(
      new RegExp(`^/uploads/avatars/${mari.id}/avatar-\\d{13}-[0-9a-f]{32}\\.webp$`),
    )
    expect(await urlOf(mari)).toBe(url)
    for (const rest of ["", "/", "/..", "/%2e%2e/x.webp", "/avatar.webp", "/avatar-1.webp"]) {
      expect((await download(`/uploads/avatars/${mari.id}${rest}`)).status, rest).toBe(404)
    }
  })

  test("the file has noindex and is cached for a day at most", async () => {
    const mari = await makeMember(db)
    const { headers } = await download(await store(mari))
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=3600",
      "netlify-cdn-cache-control": "public, durable, max-age=86400",
      "netlify-cache-tag": `avatar-${mari.id}`,
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    })
  })

  test("an uploaded picture is not shown before the profile is saved", async () => {
    const mari = await makeProfileOwner()
    const first = await upload(mari)
    const second = await store(mari, "#00ff88")
    expect(await urlOf(mari)).toBe(first)
    expect(await areThere(first, second)).toEqual([true, true])
    expect(await saved(mari, { bio: "Something else" })).toBe(first)
  })

  test("a picture can be uploaded before the first profile is saved", async () => {
    const mari = await makeMember(db)
    const url = await store(mari)
    expect((await mari.browser.get("/api/profile")).text).toBe("null")
    expect(await saved(mari, { avatar_url: url })).toBe(url)
    expect(await isThere(url)).toBe(true)
  })

  test("another member cannot use the picture", async () => {
    const [mari, thief] = [await makeProfileOwner(), await makeProfileOwner()]
    const url = await upload(mari)
    expect((await save(thief, { avatar_url: url })).status).toBe(422)
    expect([await urlOf(thief), await urlOf(mari), await isThere(url)]).toEqual([null, url, true])
  })
})

describe("a replaced picture", () => {
  test("the former file is deleted when the picture is replaced or removed", async () => {
    const mari = await makeProfileOwner()
    const first = await upload(mari)
    const second = await upload(mari, "#00ff88")
    expect(await areThere(first, second)).toEqual([false, true])
    expect(await filesOf(mari)).toHaveLength(1)
    expect((await save(mari, { avatar_url: null })).json["avatar_url"]).toBeNull()
    expect([await isThere(second), await filesOf(mari)]).toEqual([false, []])
  })

  test("after concurrent uploads only the shown file is left", async () => {
    const mari = await makeProfileOwner()
    const urls = await Promise.all(["#f00", "#0f0", "#00f"].map((color) => upload(mari, color)))
    const shown = await urlOf(mari)
    expect(urls).toContain(shown)
    expect(await areThere(...urls)).toEqual(urls.map((url) => url === shown))
  })
})

describe("a hidden picture", () => {
  test("the file moves to a new address each time it is hidden", async () => {
    const [mari, other] = [await makeProfileOwner(), await makeMember(db)]
    const known = await upload(mari)
    expect(await seenBy(other, mari)).toBe(known)

    const moved = await saved(mari, hiding)
    expect(await areThere(known, moved)).toEqual([false, true])
    expect([await seenBy(other, mari), await seenBy(mari, mari)]).toEqual([null, moved])
    expect(await filesOf(mari)).toHaveLength(1)

    expect(await saved(mari, { bio: "Still hidden" })).toBe(moved)
    expect(await saved(mari, showing)).toBe(moved)
    expect(await seenBy(other, mari)).toBe(moved)
    const again = await saved(mari, hiding)
    expect(await areThere(moved, again)).toEqual([false, true])
  })

  test("a file that could not be moved is moved by the next save", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const [mari, other] = [await makeProfileOwner(), await makeMember(db)]
    const known = await upload(mari)
    await stored.whileShut(async () => expect((await save(mari, hiding)).status).toBe(503))
    expect(log).toHaveBeenCalledOnce()
    expect(await seenBy(other, mari), "the picture is already hidden").toBeNull()
    expect([await urlOf(mari), await isThere(known)]).toEqual([known, true])
    const moved = await saved(mari, { bio: "Next" })
    expect(await areThere(known, moved)).toEqual([false, true])
    expect(await saved(mari, { bio: "Once" })).toBe(moved)
  })

  test("hiding a new picture deletes the old one and never shows the new one", async () => {
    const [mari, other] = [await makeMember(db), await makeMember(db)]
    const first = await upload(mari)
    const second = await store(mari, "#00ff88")
    expect(await saved(mari, { ...hiding, avatar_url: second })).toBe(second)
    expect(await areThere(first, second)).toEqual([false, true])
    expect(await seenBy(other, mari)).toBeNull()
    expect(await filesOf(mari)).toHaveLength(1)
  })
})

test("the cleanup deletes only files that no profile has used for a day", async () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  await deleteUnusedPictures(Date.now() + 2 * DAY_MS)
  const mari = await makeProfileOwner()
  const shown = await upload(mari)
  const orphans = [await store(mari), await store(await makeMember(db))]
  expect(await deleteUnusedPictures(Date.now() + DAY_MS / 2)).toBe(0)
  expect(await areThere(shown, ...orphans)).toEqual([true, true, true])
  expect(await deleteUnusedPictures(Date.now() + DAY_MS + 60_000)).toBe(2)
  expect(await areThere(shown, ...orphans)).toEqual([true, false, false])
})
