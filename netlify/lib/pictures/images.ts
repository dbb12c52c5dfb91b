import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import { countPicture } from "../../../db/queries/accounts/attempts.ts"
import type { Point } from "../../../src/features/news/crop.ts"
import { type ApiEnv, getVisitor } from "../http/api.ts"
import { createProblem, createRateLimitProblem, refuse, refuseWith } from "../http/problem.ts"
import { readBytes } from "../http/request.ts"
import { resizeInChild } from "./resize-in-child.ts"
import type { PictureKind } from "./resize-picture.ts"
import { getBytes, getFile, putFile } from "./storage.ts"

/** Largest binary body that a Netlify function receives. In the browser, the site's script shrinks larger pictures. */
const MAX_UPLOAD_BYTES = 4_500_000

/** Endings of the names of a cover's files, in the order in which resizePicture() returns the files. */
const COVER_SUFFIXES = [".webp", "-960.webp", "-640.webp", "-og.jpg"]

async function resizeOrRefuse(kind: PictureKind, bytes: Uint8Array) {
  const result = await resizeInChild(kind, bytes)
  return "refusal" in result ? refuse(result.refusal) : result
}

export async function storeCover(bucket: string, bytes: Uint8Array): Promise<string> {
  const { files, width, height } = await resizeOrRefuse("cover", bytes)
  // The name has the dimensions, so that pages can reserve space for the picture.
  const name = `${bucket}/${Date.now()}-${randomBytes(6).toString("hex")}-${width}x${height}`
  await Promise.all(files.map((file, index) => putFile(`${name}${COVER_SUFFIXES[index]}`, file)))
  return `/uploads/${name}.webp`
}

/**
 * Stores the crop of a cover for link previews, unless the storage has it already or the cover is missing.
 * `x` and `y` are an `object-position` in percent.
 */
export async function storeLinkPreview(url: string, { x, y }: Point): Promise<void> {
  const name = getCoverName(url)
  const previewName = `${name}-og-${x}-${y}.jpg`
  const [bytes, existingFile] = await Promise.all([getBytes(`${name}.webp`), getFile(previewName)])
  await existingFile?.cancel()
  if (!bytes || existingFile) return
  const result = await resizeInChild(`share ${x} ${y}`, bytes)
  const [file] = "files" in result ? result.files : []
  if (file) await putFile(previewName, file)
}

export const getCoverName = (url: string): string => url.replace(/^\/uploads\/|\.webp$/g, "")

export const listCoverFiles = (url: string): string[] =>
  COVER_SUFFIXES.map((suffix) => `${getCoverName(url)}${suffix}`)

export async function resizeAvatar(bytes: Uint8Array): Promise<Buffer> {
  const [avatar] = (await resizeOrRefuse("avatar", bytes)).files
  if (!avatar) throw new Error("The avatar has no file")
  return avatar
}

/** Maximum number of uploads that a process receives or resizes at the same time (24 × 4.5 MB = 108 MB of memory). */
const MAX_UPLOADS = 24
const MAX_UPLOADS_PER_MEMBER = 6
const RETRY_AFTER_SECONDS = "5"

const uploadingMemberIds: string[] = []

/** Reads the picture in the request's body and returns the URL from `store`. Refuses too many simultaneous uploads. */
export async function receivePicture(
  c: Context<ApiEnv>,
  store: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  // Forms on other sites cannot send these types.
  if (!/^(image\/|application\/octet-stream)/.test(c.req.header("content-type") ?? "")) {
    refuse("unsupported_image")
  }
  const { user_id: userId } = getVisitor(c)
  const isBusy =
    uploadingMemberIds.length >= MAX_UPLOADS ||
    uploadingMemberIds.filter((id) => id === userId).length >= MAX_UPLOADS_PER_MEMBER
  if (isBusy) refuseWith(createProblem("uploads_busy", {}, { "retry-after": RETRY_AFTER_SECONDS }))
  uploadingMemberIds.push(userId)
  try {
    const { wait, is_daily_limit } = await countPicture(c.var.db)
    if (wait > 0)
      refuseWith(createRateLimitProblem(wait, is_daily_limit ? "picture_limit" : "rate_limited"))
    return await store((await readBytes(c.req.raw, MAX_UPLOAD_BYTES)) ?? refuse("too_large"))
  } finally {
    uploadingMemberIds.splice(uploadingMemberIds.indexOf(userId), 1)
  }
}
