/**
 * Stores members' pictures. File names have a random part, so that nobody can find the picture of a hidden profile
 * by the member's id, which is public.
 */
import { randomBytes } from "node:crypto"
import { purgeCache } from "@netlify/functions"
import type { Db } from "../../../db/client.ts"
import {
  replaceAvatarUrlAsAdmin,
  replaceOwnAvatarUrl,
} from "../../../db/queries/accounts/profiles.ts"
import { resizeAvatar } from "./images.ts"
import { deleteFiles, getBytes, listFiles, putFile } from "./storage.ts"

const PREFIX = "/uploads/"

const getFolder = (userId: string) => `avatars/${userId}/`

const createFileName = (userId: string) =>
  `${getFolder(userId)}avatar-${Date.now()}-${randomBytes(16).toString("hex")}.webp`

const getFileName = (url: string) => url.slice(PREFIX.length)

export const getAvatarTag = (userId: string): string => `avatar-${userId}`

async function deleteAndPurge(userId: string, names: string[]): Promise<void> {
  await deleteFiles(names)
  if (process.env.SITE_ID) await purgeCache({ tags: [getAvatarTag(userId)] })
}

export async function storeAvatar(userId: string, bytes: Uint8Array): Promise<string> {
  const name = createFileName(userId)
  await putFile(name, await resizeAvatar(bytes))
  return PREFIX + name
}

/** Deletes the picture's file from the storage and from the CDN's cache. */
export const deleteAvatar = (url: string): Promise<void> =>
  deleteAndPurge(getFileName(url).split("/")[1] ?? "", [getFileName(url)])

export async function deleteAvatars(userId: string): Promise<void> {
  await deleteAndPurge(userId, await listFiles(getFolder(userId)))
}

/**
 * Moves a picture to a new URL, because other people may know the old URL. Returns the profile's current picture URL,
 * which belongs to another picture if the member has chosen another one in the meantime.
 */
async function changePictureUrl(
  url: string,
  replaceUrl: (newUrl: string) => Promise<string | null>,
): Promise<string | null> {
  const userId = getFileName(url).split("/")[1] ?? ""
  const bytes = await getBytes(getFileName(url))
  if (!bytes) return url
  const name = createFileName(userId)
  await putFile(name, bytes)
  const currentUrl = await replaceUrl(PREFIX + name)
  // If the member has chosen another picture in the meantime, the copy is deleted instead of the old file.
  await deleteAndPurge(userId, [currentUrl === PREFIX + name ? getFileName(url) : name])
  return currentUrl
}

export const changeOwnAvatarUrl = (db: Db, url: string) =>
  changePictureUrl(url, (newUrl) => replaceOwnAvatarUrl(db, url, newUrl))

export const changeAvatarUrlAsAdmin = (db: Db, url: string) =>
  changePictureUrl(url, (newUrl) => replaceAvatarUrlAsAdmin(db, url, newUrl))

export async function readAvatarAsDataUrl(url: string | null): Promise<string | null> {
  const bytes = url === null ? null : await getBytes(getFileName(url))
  return bytes ? `data:image/webp;base64,${bytes.toString("base64")}` : null
}
