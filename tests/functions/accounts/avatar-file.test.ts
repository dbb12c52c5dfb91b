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

const uploadWithoutSaving = async (
  { browser }: Member,
  background = "#ff5a7d",
): Promise<string> => {
  const bytes = await makeSmallPng(background, 500, 400)
  const headers = { "content-type": "image/png" }
  const response = await browser.send("PUT", "/api/profile/avatar", bytes, headers)
  expect(response.status).toBe(200)
  return String(response.json["avatar_url"])
}

const saveProfile = ({ browser }: Member, body: object) =>
  browser.send("PATCH", "/api/profile", { display_name: "Mari", ...body })
const saveAndGetPictureUrl = async (member: Member, body: object) =>
  String((await saveProfile(member, body)).json["avatar_url"])

const uploadAndSave = async (member: Member, background?: string): Promise<string> => {
  const url = await uploadWithoutSaving(member, background)
  expect(await saveAndGetPictureUrl(member, { avatar_url: url })).toBe(url)
  return url
}

const download = (url: string) => openBrowser().get(url)
const isReachable = async (url: string) => (await download(url)).status === 200
const areReachable = (...urls: string[]) => Promise.all(urls.map(isReachable))
const getOwnPictureUrl = async ({ browser }: Member) =>
  (await browser.get("/api/profile")).json["avatar_url"]
const getPictureUrlSeenBy = async (viewer: Member, owner: Member) =>
  (await viewer.browser.get(`/api/profiles/${owner.id}`)).json["avatar_url"]

const HIDE_PICTURE = { privacy_settings: { show_avatar: false } }
const SHOW_PICTURE = { privacy_settings: { show_avatar: true } }

describe("the URL of a picture", () => {
  test("the URL contains random digits, and other URLs in the folder are not found", async () => {
    const member = await makeProfileOwner()
    const url = await uploadAndSave(member)
    expect(url).toMatch(
      new RegExp(`^/uploads/avatars/${member.id}/avatar-\\d{13}-[0-9a-f]{32}\\.webp$`),
    )
    expect(await getOwnPictureUrl(member)).toBe(url)
    for (const suffix of ["", "/", "/..", "/%2e%2e/x.webp", "/avatar.webp", "/avatar-1.webp"]) {
      expect((await download(`/uploads/avatars/${member.id}${suffix}`)).status, suffix).toBe(404)
    }
  })

  test("the file is excluded from search engines and cached for a day at most", async () => {
    const member = await makeMember(db)
    const { headers } = await download(await uploadWithoutSaving(member))
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=3600",
      "netlify-cdn-cache-control": "public, durable, max-age=86400",
      "netlify-cache-tag": `avatar-${member.id}`,
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    })
  })

  test("an uploaded picture is not the profile's picture before the profile is saved", async () => {
    const member = await makeProfileOwner()
    const first = await uploadAndSave(member)
    const second = await uploadWithoutSaving(member, "#00ff88")
    expect(await getOwnPictureUrl(member)).toBe(first)
    expect(await areReachable(first, second)).toEqual([true, true])
    expect(await saveAndGetPictureUrl(member, { bio: "Something else" })).toBe(first)
  })

  test("a picture can be uploaded before the first profile is saved", async () => {
    const member = await makeMember(db)
    const url = await uploadWithoutSaving(member)
    expect((await member.browser.get("/api/profile")).text).toBe("null")
    expect(await saveAndGetPictureUrl(member, { avatar_url: url })).toBe(url)
    expect(await isReachable(url)).toBe(true)
  })

  test("a member cannot save the URL of another member's picture in the own profile", async () => {
    const [member, thief] = [await makeProfileOwner(), await makeProfileOwner()]
    const url = await uploadAndSave(member)
    expect((await saveProfile(thief, { avatar_url: url })).status).toBe(422)
    expect([
      await getOwnPictureUrl(thief),
      await getOwnPictureUrl(member),
      await isReachable(url),
    ]).toEqual([null, url, true])
  })
})

describe("a replaced picture", () => {
  test("a replaced or removed picture's file is deleted", async () => {
    const member = await makeProfileOwner()
    const first = await uploadAndSave(member)
    const second = await uploadAndSave(member, "#00ff88")
    expect(await areReachable(first, second)).toEqual([false, true])
    expect(await listAvatarFiles(member)).toHaveLength(1)
    expect((await saveProfile(member, { avatar_url: null })).json["avatar_url"]).toBeNull()
    expect([await isReachable(second), await listAvatarFiles(member)]).toEqual([false, []])
  })

  test("after concurrent uploads only the shown file is left", async () => {
    const member = await makeProfileOwner()
    const urls = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((color) => uploadAndSave(member, color)),
    )
    const shownUrl = await getOwnPictureUrl(member)
    expect(urls).toContain(shownUrl)
    expect(await areReachable(...urls)).toEqual(urls.map((url) => url === shownUrl))
  })
})

describe("a hidden picture", () => {
  test("the file of a picture moves to a new URL each time the picture is hidden", async () => {
    const [member, other] = [await makeProfileOwner(), await makeMember(db)]
    const oldUrl = await uploadAndSave(member)
    expect(await getPictureUrlSeenBy(other, member)).toBe(oldUrl)

    const movedUrl = await saveAndGetPictureUrl(member, HIDE_PICTURE)
    expect(await areReachable(oldUrl, movedUrl)).toEqual([false, true])
    expect([
      await getPictureUrlSeenBy(other, member),
      await getPictureUrlSeenBy(member, member),
    ]).toEqual([null, movedUrl])
    expect(await listAvatarFiles(member)).toHaveLength(1)

    expect(await saveAndGetPictureUrl(member, { bio: "Still hidden" })).toBe(movedUrl)
    expect(await saveAndGetPictureUrl(member, SHOW_PICTURE)).toBe(movedUrl)
    expect(await getPictureUrlSeenBy(other, member)).toBe(movedUrl)
    const secondMovedUrl = await saveAndGetPictureUrl(member, HIDE_PICTURE)
    expect(await areReachable(movedUrl, secondMovedUrl)).toEqual([false, true])
  })

  test("if hiding a picture fails to move its file, the next save moves the file", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const [member, other] = [await makeProfileOwner(), await makeMember(db)]
    const oldUrl = await uploadAndSave(member)
    await fileStorage.runWhileUnavailable(async () =>
      expect((await saveProfile(member, HIDE_PICTURE)).status).toBe(503),
    )
    expect(log).toHaveBeenCalledOnce()
    expect(await getPictureUrlSeenBy(other, member), "the picture is already hidden").toBeNull()
    expect([await getOwnPictureUrl(member), await isReachable(oldUrl)]).toEqual([oldUrl, true])
    const movedUrl = await saveAndGetPictureUrl(member, { bio: "Next" })
    expect(await areReachable(oldUrl, movedUrl)).toEqual([false, true])
    expect(await saveAndGetPictureUrl(member, { bio: "Once" })).toBe(movedUrl)
  })

  test("saving a new picture as hidden deletes the old file and does not show the new file", async () => {
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const first = await uploadAndSave(member)
    const second = await uploadWithoutSaving(member, "#00ff88")
    expect(await saveAndGetPictureUrl(member, { ...HIDE_PICTURE, avatar_url: second })).toBe(second)
    expect(await areReachable(first, second)).toEqual([false, true])
    expect(await getPictureUrlSeenBy(other, member)).toBeNull()
    expect(await listAvatarFiles(member)).toHaveLength(1)
  })
})

test("the cleanup deletes only files that no profile has used for a day", async () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  // Deletes the files of earlier tests.
  await deleteUnusedPictures(Date.now() + 2 * DAY_MS)
  const member = await makeProfileOwner()
  const shownUrl = await uploadAndSave(member)
  const unusedUrls = [
    await uploadWithoutSaving(member),
    await uploadWithoutSaving(await makeMember(db)),
  ]
  expect(await deleteUnusedPictures(Date.now() + DAY_MS / 2)).toBe(0)
  expect(await areReachable(shownUrl, ...unusedUrls)).toEqual([true, true, true])
  expect(await deleteUnusedPictures(Date.now() + DAY_MS + 60_000)).toBe(2)
  expect(await areReachable(shownUrl, ...unusedUrls)).toEqual([true, false, false])
})
