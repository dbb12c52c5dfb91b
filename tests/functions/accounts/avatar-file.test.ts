import { describe, expect, onTestFinished, test, vi } from "vitest"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const fileStorage = startStorage()

const makeProfileOwner = () => makeMember(db, { displayName: "Mari" })
const listAvatarFiles = ({ id }: Member) => listFiles(`avatars/${id}/`)

const uploadOnly = async ({ browser }: Member, background = "#ff5a7d"): Promise<string> => {
  const bytes = await makeSmallPng(background, 500, 400)
  const type = { "content-type": "image/png" }
  const response = await browser.send("PUT", "/api/profile/avatar", bytes, type)
  expect(response.status).toBe(200)
  return String(response.json["avatar_url"])
}

const saveProfile = ({ browser }: Member, body: object) =>
  browser.send("PATCH", "/api/profile", { display_name: "Mari", ...body })
const savePicture = async (member: Member, body: object) =>
  String((await saveProfile(member, body)).json["avatar_url"])

const uploadAndSave = async (member: Member, background?: string): Promise<string> => {
  const url = await uploadOnly(member, background)
  expect(await savePicture(member, { avatar_url: url })).toBe(url)
  return url
}

const download = (url: string) => openBrowser().get(url)
const isReachable = async (url: string) => (await download(url)).status === 200
const areReachable = (...urls: string[]) => Promise.all(urls.map(isReachable))
const getOwnPictureUrl = async ({ browser }: Member) =>
  (await browser.get("/api/profile")).json["avatar_url"]
const getPictureUrl = async ({ browser }: Member, { id }: Member) =>
  (await browser.get(`/api/profiles/${id}`)).json["avatar_url"]

const HIDE_PICTURE = { privacy_settings: { show_avatar: false } }
const SHOW_PICTURE = { privacy_settings: { show_avatar: true } }

describe("the address of a picture", () => {
  test("the address contains the member's id and random digits, and opens no other file", async () => {
    const mari = await makeProfileOwner()
    const url = await uploadAndSave(mari)
    expect(url).toMatch(
      new RegExp(`^/uploads/avatars/${mari.id}/avatar-\\d{13}-[0-9a-f]{32}\\.webp$`),
    )
    expect(await getOwnPictureUrl(mari)).toBe(url)
    for (const suffix of ["", "/", "/..", "/%2e%2e/x.webp", "/avatar.webp", "/avatar-1.webp"]) {
      expect((await download(`/uploads/avatars/${mari.id}${suffix}`)).status, suffix).toBe(404)
    }
  })

  test("the file is excluded from search engines and cached for a day at most", async () => {
    const mari = await makeMember(db)
    const { headers } = await download(await uploadOnly(mari))
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
    const first = await uploadAndSave(mari)
    const second = await uploadOnly(mari, "#00ff88")
    expect(await getOwnPictureUrl(mari)).toBe(first)
    expect(await areReachable(first, second)).toEqual([true, true])
    expect(await savePicture(mari, { bio: "Something else" })).toBe(first)
  })

  test("a picture can be uploaded before the first profile is saved", async () => {
    const mari = await makeMember(db)
    const url = await uploadOnly(mari)
    expect((await mari.browser.get("/api/profile")).text).toBe("null")
    expect(await savePicture(mari, { avatar_url: url })).toBe(url)
    expect(await isReachable(url)).toBe(true)
  })

  test("another member cannot use the picture", async () => {
    const [mari, thief] = [await makeProfileOwner(), await makeProfileOwner()]
    const url = await uploadAndSave(mari)
    expect((await saveProfile(thief, { avatar_url: url })).status).toBe(422)
    expect([
      await getOwnPictureUrl(thief),
      await getOwnPictureUrl(mari),
      await isReachable(url),
    ]).toEqual([null, url, true])
  })
})

describe("a replaced picture", () => {
  test("a replaced or removed picture's file is deleted", async () => {
    const mari = await makeProfileOwner()
    const first = await uploadAndSave(mari)
    const second = await uploadAndSave(mari, "#00ff88")
    expect(await areReachable(first, second)).toEqual([false, true])
    expect(await listAvatarFiles(mari)).toHaveLength(1)
    expect((await saveProfile(mari, { avatar_url: null })).json["avatar_url"]).toBeNull()
    expect([await isReachable(second), await listAvatarFiles(mari)]).toEqual([false, []])
  })

  test("after concurrent uploads only the shown file is left", async () => {
    const mari = await makeProfileOwner()
    const urls = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((color) => uploadAndSave(mari, color)),
    )
    const shown = await getOwnPictureUrl(mari)
    expect(urls).toContain(shown)
    expect(await areReachable(...urls)).toEqual(urls.map((url) => url === shown))
  })
})

describe("a hidden picture", () => {
  test("the file of a picture moves to a new address each time the picture is hidden", async () => {
    const [mari, other] = [await makeProfileOwner(), await makeMember(db)]
    const oldUrl = await uploadAndSave(mari)
    expect(await getPictureUrl(other, mari)).toBe(oldUrl)

    const moved = await savePicture(mari, HIDE_PICTURE)
    expect(await areReachable(oldUrl, moved)).toEqual([false, true])
    expect([await getPictureUrl(other, mari), await getPictureUrl(mari, mari)]).toEqual([
      null,
      moved,
    ])
    expect(await listAvatarFiles(mari)).toHaveLength(1)

    expect(await savePicture(mari, { bio: "Still hidden" })).toBe(moved)
    expect(await savePicture(mari, SHOW_PICTURE)).toBe(moved)
    expect(await getPictureUrl(other, mari)).toBe(moved)
    const movedAgain = await savePicture(mari, HIDE_PICTURE)
    expect(await areReachable(moved, movedAgain)).toEqual([false, true])
  })

  test("the next save moves a file that could not be moved", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const [mari, other] = [await makeProfileOwner(), await makeMember(db)]
    const oldUrl = await uploadAndSave(mari)
    await fileStorage.whileUnavailable(async () =>
      expect((await saveProfile(mari, HIDE_PICTURE)).status).toBe(503),
    )
    expect(log).toHaveBeenCalledOnce()
    expect(await getPictureUrl(other, mari), "the picture is already hidden").toBeNull()
    expect([await getOwnPictureUrl(mari), await isReachable(oldUrl)]).toEqual([oldUrl, true])
    const moved = await savePicture(mari, { bio: "Next" })
    expect(await areReachable(oldUrl, moved)).toEqual([false, true])
    expect(await savePicture(mari, { bio: "Once" })).toBe(moved)
  })

  test("hiding a new picture deletes the old file and never shows the new file", async () => {
    const [mari, other] = [await makeMember(db), await makeMember(db)]
    const first = await uploadAndSave(mari)
    const second = await uploadOnly(mari, "#00ff88")
    expect(await savePicture(mari, { ...HIDE_PICTURE, avatar_url: second })).toBe(second)
    expect(await areReachable(first, second)).toEqual([false, true])
    expect(await getPictureUrl(other, mari)).toBeNull()
    expect(await listAvatarFiles(mari)).toHaveLength(1)
  })
})

test("the cleanup deletes only files that no profile has used for a day", async () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  await deleteUnusedPictures(Date.now() + 2 * DAY_MS)
  const mari = await makeProfileOwner()
  const shown = await uploadAndSave(mari)
  const orphans = [await uploadOnly(mari), await uploadOnly(await makeMember(db))]
  expect(await deleteUnusedPictures(Date.now() + DAY_MS / 2)).toBe(0)
  expect(await areReachable(shown, ...orphans)).toEqual([true, true, true])
  expect(await deleteUnusedPictures(Date.now() + DAY_MS + 60_000)).toBe(2)
  expect(await areReachable(shown, ...orphans)).toEqual([true, false, false])
})
