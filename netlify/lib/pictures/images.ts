import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import { countPicture } from "../../../db/queries/accounts/attempts.ts"
import type { Point } from "../../../src/features/news/crop.ts"
import { type ApiEnv, getVisitor } from "../http/api.ts"
import { problem, rateLimitProblem, refuse, refuseWith } from "../http/problem.ts"
import { readBytes } from "../http/request.ts"
import { drawInChild } from "./draw-in-child.ts"
import type { PictureKind } from "./draw-picture.ts"
import { getBytes, getFile, putFile } from "./storage.ts"

/** Maximum body of a Netlify function. Browsers shrink larger pictures. */
const UPLOAD_MAX_BYTES = 4_500_000

/** In the order in which drawPicture() returns the files of a cover. */
const COVER_SUFFIXES = [".webp", "-960.webp", "-640.webp", "-og.jpg"]

async function drawOrRefuse(kind: PictureKind, bytes: Uint8Array) {
  const drawn = await drawInChild(kind, bytes)
  return "refusal" in drawn ? refuse(drawn.refusal) : drawn
}

/** Returns the URL of the largest file. */
export async function storeCover(bucket: string, bytes: Uint8Array): Promise<string> {
  const { files, width, height } = await drawOrRefuse("cover", bytes)
  // Pages reserve space by the dimensions in the name.
  const name = `${bucket}/${Date.now()}-${randomBytes(6).toString("hex")}-${width}x${height}`
  await Promise.all(files.map((file, index) => putFile(`${name}${COVER_SUFFIXES[index]}`, file)))
  return `/uploads/${name}.webp`
}

/** Keeps an existing link preview. */
export async function storeShare(url: string, { x, y }: Point): Promise<void> {
  const name = getCoverName(url)
  const share = `${name}-og-${x}-${y}.jpg`
  const [bytes, existing] = await Promise.all([getBytes(`${name}.webp`), getFile(share)])
  await existing?.cancel()
  if (!bytes || existing) return
  const drawn = await drawInChild(`share ${x} ${y}`, bytes)
  const [file] = "files" in drawn ? drawn.files : []
  if (file) await putFile(share, file)
}

export const getCoverName = (url: string): string => url.replace(/^\/uploads\/|\.webp$/g, "")

export const listCoverFiles = (url: string): string[] =>
  COVER_SUFFIXES.map((suffix) => `${getCoverName(url)}${suffix}`)

export async function drawAvatar(bytes: Uint8Array): Promise<Buffer> {
  const [avatar] = (await drawOrRefuse("avatar", bytes)).files
  if (!avatar) throw new Error("The avatar has no file")
  return avatar
}

/** Per process, received or queued. They take at most 108 MB. */
const MAX_UPLOADS = 24
const MAX_UPLOADS_PER_MEMBER = 6
const RETRY_AFTER_S = "5"

const uploadingMemberIds: string[] = []

export async function readPicture(
  c: Context<ApiEnv>,
  store: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  // Forms on other sites cannot send these types.
  if (!/^(image\/|application\/octet-stream)/.test(c.req.header("content-type") ?? "")) {
    refuse("unsupported_image")
  }
  const { user_id: userId } = getVisitor(c)
  const isFull =
    uploadingMemberIds.length >= MAX_UPLOADS ||
    uploadingMemberIds.filter((id) => id === userId).length >= MAX_UPLOADS_PER_MEMBER
  if (isFull) refuseWith(problem("uploads_busy", {}, { "retry-after": RETRY_AFTER_S }))
  uploadingMemberIds.push(userId)
  try {
    const { wait, is_daily_limit } = await countPicture(c.var.db)
    if (wait > 0)
      refuseWith(rateLimitProblem(wait, is_daily_limit ? "picture_limit" : "rate_limited"))
    return await store((await readBytes(c.req.raw, UPLOAD_MAX_BYTES)) ?? refuse("too_large"))
  } finally {
    uploadingMemberIds.splice(uploadingMemberIds.indexOf(userId), 1)
  }
}
