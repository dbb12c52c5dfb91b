/**
 * Members' pictures: one file per member. Its name has a part that cannot be guessed, since a member may
 * hide the picture while everybody knows their id.
 */
import { randomBytes } from "node:crypto"
import { purgeCache } from "@netlify/functions"
import type { Db } from "../../../db/client.ts"
import { moveAvatar, moveHiddenAvatar } from "../../../db/queries/accounts/profiles.ts"
import { drawAvatar } from "./images.ts"
import { deleteFiles, getBytes, listFiles, putFile } from "./storage.ts"

const PREFIX = "/uploads/"

const folderOf = (userId: string) => `avatars/${userId}/`

const newName = (userId: string) =>
  `${folderOf(userId)}avatar-${Date.now()}-${randomBytes(16).toString("hex")}.webp`

const nameOf = (url: string) => url.slice(PREFIX.length)

/** The cache tag of a member's picture, for a CDN to drop it by. */
export const avatarTag = (userId: string): string => `avatar-${userId}`

async function remove(userId: string, names: string[]): Promise<void> {
  await deleteFiles(names)
  if (process.env.SITE_ID) await purgeCache({ tags: [avatarTag(userId)] })
}

/** Draws a picture anew, as a square, and stores it; the answer is its address. */
export async function storeAvatar(userId: string, bytes: Uint8Array): Promise<string> {
  const name = newName(userId)
  await putFile(name, await drawAvatar(bytes))
  return PREFIX + name
}

/** Removes a picture that was replaced. */
export const deleteAvatar = (url: string): Promise<void> =>
  remove(nameOf(url).split("/")[1] ?? "", [nameOf(url)])

/** Removes all that there is of a member. */
export async function deleteAvatars(userId: string): Promise<void> {
  await remove(userId, await listFiles(folderOf(userId)))
}

/** Has `move` give a member's picture, which stays, an address that nobody knows; returns where it is now. */
async function rename(
  url: string,
  move: (to: string) => Promise<string | null>,
): Promise<string | null> {
  const userId = nameOf(url).split("/")[1] ?? ""
  const bytes = await getBytes(nameOf(url))
  if (!bytes) return url
  const name = newName(userId)
  await putFile(name, bytes)
  const now = await move(PREFIX + name)
  await remove(userId, [now === PREFIX + name ? nameOf(url) : name])
  return now
}

/**
 * Moves the viewer's picture to an address that nobody knows, and returns where their picture is now: at
 * another place, if they have chosen a new one meanwhile.
 */
export const renameAvatar = (db: Db, url: string) => rename(url, (to) => moveAvatar(db, url, to))

/** The same with the picture of a profile that the viewer, a super admin, has hidden. */
export const renameHiddenAvatar = (db: Db, url: string) =>
  rename(url, (to) => moveHiddenAvatar(db, url, to))

/** A picture as a data URL, null where there is none. */
export async function avatarAsData(url: string | null): Promise<string | null> {
  const bytes = url === null ? null : await getBytes(nameOf(url))
  return bytes ? `data:image/webp;base64,${bytes.toString("base64")}` : null
}
