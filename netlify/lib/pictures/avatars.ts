/**
 * Profile pictures, one file per member. The name has a random part, because members can hide their picture while their
 * id is public.
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

/** Returns the cache tag of a member's picture. */
export const avatarTag = (userId: string): string => `avatar-${userId}`

async function remove(userId: string, names: string[]): Promise<void> {
  await deleteFiles(names)
  if (process.env.SITE_ID) await purgeCache({ tags: [avatarTag(userId)] })
}

/** Converts a picture to a square avatar and stores it. Returns its address. */
export async function storeAvatar(userId: string, bytes: Uint8Array): Promise<string> {
  const name = newName(userId)
  await putFile(name, await drawAvatar(bytes))
  return PREFIX + name
}

/** Deletes a picture that was replaced. */
export const deleteAvatar = (url: string): Promise<void> =>
  remove(nameOf(url).split("/")[1] ?? "", [nameOf(url)])

/** Deletes all pictures of a member. */
export async function deleteAvatars(userId: string): Promise<void> {
  await remove(userId, await listFiles(folderOf(userId)))
}

/**
 * Copies a picture to a new address, lets `move` update the profile, and deletes the copy that is no longer used.
 * Returns the profile's address.
 */
async function rename(
  url: string,
  move: (to: string) => Promise<string | null>,
): Promise<string | null> {
  const userId = nameOf(url).split("/")[1] ?? ""
  const bytes = await getBytes(nameOf(url))
  if (!bytes) return url
  const name = newName(userId)
  await putFile(name, bytes)
  const current = await move(PREFIX + name)
  await remove(userId, [current === PREFIX + name ? nameOf(url) : name])
  return current
}

/**
 * Moves the viewer's picture to a new secret address. Returns the profile's address, which differs when the member has
 * chosen another picture meanwhile.
 */
export const renameAvatar = (db: Db, url: string) => rename(url, (to) => moveAvatar(db, url, to))

/** Moves the picture of a hidden profile in the same way, as a super admin. */
export const renameHiddenAvatar = (db: Db, url: string) =>
  rename(url, (to) => moveHiddenAvatar(db, url, to))

/** Returns a picture as a data URL; null when there is none. */
export async function avatarAsData(url: string | null): Promise<string | null> {
  const bytes = url === null ? null : await getBytes(nameOf(url))
  return bytes ? `data:image/webp;base64,${bytes.toString("base64")}` : null
}
