/** The file of a member's picture: one per member, and only at an address that its owner shows. */
import sharp from "sharp"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { moveAvatar } from "../../db/queries/profiles.ts"
import files from "../../netlify/functions/files.ts"
import profile from "../../netlify/functions/profile.ts"
import { listFiles } from "../../netlify/lib/storage.ts"
import { sweepUploads } from "../../netlify/lib/sweep.ts"
import { storage } from "../blobs.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeProfile } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"

const { owner, app } = testDatabase()
const db = owner.as(null)
const stored = storage()

/** A member with a profile. */
async function someone(): Promise<Member> {
  const member = await makeMember(db)
  await makeProfile(db, member.id)
  return member
}

const filesOf = ({ id }: Member) => listFiles(`avatars/${id}/`)

const picture = (background: string) =>
  sharp({ create: { width: 500, height: 400, channels: 3, background } })
    .png()
    .toBuffer()

/** Stores a picture, which the profile does not show yet. */
const store = async ({ browser }: Member, background = "#ff5a7d"): Promise<string> => {
  const bytes = await picture(background)
  const type = { "content-type": "image/png" }
  const answer = await browser.call(profile, "PUT", "/api/profile/avatar", bytes, type)
  await browser.afterwards()
  expect(answer.status).toBe(200)
  return String(answer.json["avatar_url"])
}

const save = async ({ browser }: Member, body: object) => {
  const answer = await browser.call(profile, "PATCH", "/api/profile", {
    display_name: "Mari",
    ...body,
  })
  await browser.afterwards()
  return answer
}

/** Stores a picture and puts it in place. */
const upload = async (member: Member, background?: string): Promise<string> => {
  const url = await store(member, background)
  expect((await save(member, { avatar_url: url })).json["avatar_url"]).toBe(url)
  return url
}

const download = (url: string) => openBrowser().call(files, "GET", url)
const isThere = async (url: string) => (await download(url)).status === 200
const urlOf = async ({ browser }: Member) =>
  (await browser.call(profile, "GET", "/api/profile")).json["avatar_url"]

const hiding = { privacy_settings: { show_avatar: false } }
const showing = { privacy_settings: { show_avatar: true } }

describe("its address", () => {
  test("names the member, and cannot be guessed", async () => {
    const mari = await someone()
    const url = await upload(mari)
    expect(url).toMatch(
      new RegExp(`^/uploads/avatars/${mari.id}/avatar-\\d{13}-[0-9a-f]{32}\\.webp$`),
    )
    expect(await urlOf(mari)).toBe(url)
  })

  test("is told to no search engine, and kept for a day at the most", async () => {
    const mari = await makeMember(db)
    const { headers } = await download(await store(mari))
    expect(headers.get("content-type")).toBe("image/webp")
    expect(headers.get("cache-control")).toBe("private, max-age=3600")
    expect(headers.get("netlify-cdn-cache-control")).toBe("public, durable, max-age=86400")
    expect(headers.get("netlify-cache-tag")).toBe(`avatar-${mari.id}`)
    expect(headers.get("x-robots-tag")).toBe("noindex")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  test("changes nothing before the profile is saved with it", async () => {
    const mari = await someone()
    const first = await upload(mari)
    const second = await store(mari, "#00ff88")
    expect([await urlOf(mari), await isThere(first), await isThere(second)]).toEqual([
      first,
      true,
      true,
    ])
    await save(mari, { bio: "Something else" })
    expect([await urlOf(mari), await isThere(first)]).toEqual([first, true])
  })

  test("is sent with the rest of a first profile, until when it is nobody's", async () => {
    const mari = await makeMember(db)
    const url = await store(mari)
    expect((await mari.browser.call(profile, "GET", "/api/profile")).status).toBe(404)
    expect((await save(mari, { avatar_url: url })).json["avatar_url"]).toBe(url)
    expect(await isThere(url)).toBe(true)
  })

  test("cannot be taken over by another member", async () => {
    const mari = await someone()
    const thief = await someone()
    const url = await upload(mari)
    expect((await save(thief, { avatar_url: url })).status).toBe(422)
    expect([await urlOf(thief), await urlOf(mari), await isThere(url)]).toEqual([null, url, true])
  })

  test.each(["", "/", "/..", "/%2e%2e/x.webp", "/avatar.webp", "/avatar-1.webp"])(
    "leads to nothing else: %j",
    async (rest) => {
      const mari = await someone()
      await upload(mari)
      expect((await download(`/uploads/avatars/${mari.id}${rest}`)).status).toBe(404)
    },
  )
})

describe("replaced", () => {
  test("by another, the former address is empty and one file is left", async () => {
    const mari = await someone()
    const first = await upload(mari)
    const second = await upload(mari, "#00ff88")
    expect(second).not.toBe(first)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    expect(await urlOf(mari)).toBe(second)
    expect(await filesOf(mari)).toHaveLength(1)
  })

  test("by several at once, one file is left, and it is the one that is shown", async () => {
    const mari = await someone()
    const urls = await Promise.all(["#f00", "#0f0", "#00f"].map((color) => upload(mari, color)))
    await mari.browser.afterwards()
    const shown = await urlOf(mari)
    expect(urls).toContain(shown)
    expect(await Promise.all(urls.map(isThere))).toEqual(urls.map((url) => url === shown))
  })

  test("by none, it is gone", async () => {
    const mari = await someone()
    const url = await upload(mari)
    expect((await save(mari, { avatar_url: null })).json["avatar_url"]).toBeNull()
    expect(await isThere(url)).toBe(false)
    expect(await filesOf(mari)).toEqual([])
  })

  test("by nothing that another change says, it stays", async () => {
    const mari = await someone()
    const url = await upload(mari)
    await save(mari, { bio: "New" })
    await save(mari, { avatar_url: url, bio: "Newer" })
    expect([await urlOf(mari), await isThere(url)]).toEqual([url, true])
  })
})

describe("hidden", () => {
  const seenBy = async (member: Member, id: string) =>
    (await member.browser.call(profile, "GET", `/api/profiles/${id}`)).json["avatar_url"]

  test("it moves to an address that nobody else knows", async () => {
    const mari = await someone()
    const other = await makeMember(db)
    const known = await upload(mari)
    expect(await seenBy(other, mari.id)).toBe(known)

    const moved = (await save(mari, hiding)).json["avatar_url"]
    expect(moved).not.toBe(known)
    expect([await isThere(known), await isThere(String(moved))]).toEqual([false, true])
    expect([await seenBy(other, mari.id), await seenBy(mari, mari.id)]).toEqual([null, moved])
    expect(await urlOf(mari)).toBe(moved)
    expect(await filesOf(mari)).toHaveLength(1)

    expect((await save(mari, { bio: "Still hidden" })).json["avatar_url"]).toBe(moved)
    expect((await save(mari, showing)).json["avatar_url"]).toBe(moved)
    expect(await seenBy(other, mari.id)).toBe(moved)

    const again = (await save(mari, hiding)).json["avatar_url"]
    expect(again).not.toBe(moved)
    expect([await isThere(String(moved)), await isThere(String(again))]).toEqual([false, true])
  })

  test("while it cannot be moved, it is moved by the next save", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const mari = await someone()
    const other = await makeMember(db)
    const known = await upload(mari)
    await stored.whileShut(async () => expect((await save(mari, hiding)).status).toBe(500))
    expect(log).toHaveBeenCalledOnce()
    expect(await seenBy(other, mari.id), "it is hidden already").toBeNull()
    expect([await urlOf(mari), await isThere(known)]).toEqual([known, true])

    const moved = (await save(mari, { bio: "Next" })).json["avatar_url"]
    expect(moved).not.toBe(known)
    expect([await isThere(known), await isThere(String(moved))]).toEqual([false, true])
    expect((await save(mari, { bio: "Once" })).json["avatar_url"]).toBe(moved)
  })

  test("one that was never shown stays where it is", async () => {
    const mari = await makeMember(db)
    const url = await store(mari)
    expect((await save(mari, { ...hiding, avatar_url: url })).json["avatar_url"]).toBe(url)
    expect((await save(mari, { bio: "New" })).json["avatar_url"]).toBe(url)
    expect(await isThere(url)).toBe(true)
  })

  test("together with a new one, the old one is gone and nobody has seen the new one", async () => {
    const mari = await makeMember(db)
    const other = await makeMember(db)
    const first = await upload(mari)
    const second = await store(mari, "#00ff88")
    expect((await save(mari, { ...hiding, avatar_url: second })).json["avatar_url"]).toBe(second)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    expect(await seenBy(other, mari.id)).toBeNull()
    expect(await filesOf(mari)).toHaveLength(1)
  })

  test("while a new one is being chosen, the new one stays", async () => {
    const mari = await someone()
    const [first, second] = [await upload(mari), await upload(mari, "#00ff88")]
    const own = app.as({ userId: mari.id })
    expect(await moveAvatar(own, first, second.replace(/[^-]+$/, `${"0".repeat(32)}.webp`))).toBe(
      second,
    )
    expect([await urlOf(mari), await isThere(second)]).toEqual([second, true])
  })

  test("by no switch at all, it stays", async () => {
    const mari = await someone()
    await db.one`update profiles set privacy_settings = '{}' where user_id = ${mari.id}`
    const url = await upload(mari)
    expect((await save(mari, { bio: "New" })).json["avatar_url"]).toBe(url)
  })

  test("without a picture, nothing is moved", async () => {
    const mari = await someone()
    expect((await save(mari, hiding)).json["avatar_url"]).toBeNull()
  })
})

describe("the sweep", () => {
  const DAY_MS = 24 * 60 * 60 * 1000

  test("removes what no profile has shown for a day, and nothing else", async () => {
    await sweepUploads(Date.now() + 2 * DAY_MS)
    const mari = await someone()
    const shown = await upload(mari)
    const orphans = [await store(mari), await store(await makeMember(db))]
    expect(await sweepUploads(Date.now() + DAY_MS / 2)).toBe(0)
    for (const url of [shown, ...orphans]) expect(await isThere(url)).toBe(true)
    expect(await sweepUploads(Date.now() + DAY_MS + 60_000)).toBe(2)
    expect(await isThere(shown)).toBe(true)
    expect(await Promise.all(orphans.map(isThere))).toEqual([false, false])
  })
})
