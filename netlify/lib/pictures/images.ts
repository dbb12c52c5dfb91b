/** Pictures that people send: taken in, drawn anew and stored in the sizes our pages use. */

import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import { attemptPicture } from "../../../db/queries/accounts/attempts.ts"
import type { Point } from "../../../src/features/news/crop.ts"
import { type ApiEnv, visitor } from "../http/api.ts"
import { problem, rateLimited, refuse, refuseWith } from "../http/problem.ts"
import { readBytes } from "../http/request.ts"
import { drawInChild } from "./draw-in-child.ts"
import type { PictureKind } from "./draw-picture.ts"
import { getBytes, getFile, putFile } from "./storage.ts"

/** The most a function's body can be with Netlify, in bytes; the browser makes larger pictures smaller. */
const UPLOAD_MAX_BYTES = 4_500_000

/** What a cover's files end with, in the order in which they are drawn. */
const COVER_SUFFIXES = [".webp", "-960.webp", "-640.webp", "-og.jpg"]

/** Ends the call for what is no picture, and for pictures that we do not take. */
async function draw(kind: PictureKind, bytes: Uint8Array) {
  const drawn = await drawInChild(kind, bytes)
  return "refusal" in drawn ? refuse(drawn.refusal) : drawn
}

/** Stores a cover in all its sizes and returns the address of the full one. */
export async function storeCover(bucket: string, bytes: Uint8Array): Promise<string> {
  const { files, width, height } = await draw("cover", bytes)
  // The size is in the name: texts have it from there, and keep the room for the picture.
  const name = `${bucket}/${Date.now()}-${randomBytes(6).toString("hex")}-${width}x${height}`
  await Promise.all(files.map((file, index) => putFile(`${name}${COVER_SUFFIXES[index]}`, file)))
  return `/uploads/${name}.webp`
}

/** Cuts a stored cover for link previews, at an `object-position`, where that has not been done before. */
export async function storeShare(url: string, { x, y }: Point): Promise<void> {
  const [full = "", name] = [coverFiles(url)[0], url.replace(/^\/uploads\/|\.webp$/g, "")]
  const share = `${name}-og-${x}-${y}.jpg`
  const [bytes, known] = await Promise.all([getBytes(full), getFile(share)])
  await known?.cancel()
  if (!bytes || known) return
  const drawn = await drawInChild(`share ${x} ${y}`, bytes)
  const [file] = "files" in drawn ? drawn.files : []
  if (file) await putFile(share, file)
}

/** The names of the files that belong to a cover's address. */
export const coverFiles = (url: string): string[] => {
  const name = url.replace(/^\/uploads\/|\.webp$/g, "")
  return COVER_SUFFIXES.map((suffix) => `${name}${suffix}`)
}

/** A picture as an avatar, a square. */
export async function drawAvatar(bytes: Uint8Array): Promise<Buffer> {
  const [avatar] = (await draw("avatar", bytes)).files
  if (!avatar) throw new Error("An avatar came out as nothing")
  return avatar
}

/** How many a process holds, read or waiting to be drawn: 108 MB at the most. */
const HELD_MAX = 24
const HELD_MAX_OF_A_MEMBER = 6
const RETRY_AFTER_S = "5"

/** Whose pictures are held now. */
const held: string[] = []

/** Reads the body, which is the picture itself, and has it stored; gives its address, or ends the call. */
export async function readPicture(
  c: Context<ApiEnv>,
  store: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  // A form on another site can send neither of these types.
  if (!/^(image\/|application\/octet-stream)/.test(c.req.header("content-type") ?? "")) {
    refuse("unsupported_image")
  }
  const { userId } = visitor(c)
  const isFull =
    held.length >= HELD_MAX || held.filter((id) => id === userId).length >= HELD_MAX_OF_A_MEMBER
  if (isFull) refuseWith(problem("uploads_busy", {}, { "retry-after": RETRY_AFTER_S }))
  held.push(userId)
  try {
    const { wait, is_day } = await attemptPicture(c.var.db)
    if (wait > 0) refuseWith(rateLimited(wait, is_day ? "picture_limit" : "rate_limited"))
    return await store((await readBytes(c.req.raw, UPLOAD_MAX_BYTES)) ?? refuse("too_large"))
  } finally {
    held.splice(held.indexOf(userId), 1)
  }
}
