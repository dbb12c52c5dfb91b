/** Taking a picture in: the call's body is the picture itself. */
import type { Context } from "hono"
import { attempt, PICTURE } from "../../db/queries/attempts.ts"
import { type ApiEnv, visitor } from "./api.ts"
import { bytesAtMost } from "./body.ts"
import { UnsupportedImage, UPLOAD_MAX_BYTES } from "./images.ts"
import { problem, tooMany } from "./problem.ts"

/** Reads the body and has it stored; gives its address, or the answer that says what is wrong with it. */
export async function readPicture(
  c: Context<ApiEnv>,
  store: (bytes: Uint8Array) => Promise<string>,
): Promise<{ url: string } | { refusal: Response }> {
  // A form on another site can send neither of these types.
  if (!/^(image\/|application\/octet-stream)/.test(c.req.header("content-type") ?? "")) {
    return { refusal: problem("unsupported_image") }
  }
  const { userId } = visitor(c)
  const [[taken]] = await c.var.db.batch([attempt(PICTURE, userId)])
  if (taken && taken.wait > 0) return { refusal: tooMany(taken.wait) }
  const bytes = await bytesAtMost(c.req.raw, UPLOAD_MAX_BYTES)
  if (!bytes) return { refusal: problem("too_large") }
  try {
    return { url: await store(bytes) }
  } catch (error) {
    if (error instanceof UnsupportedImage) return { refusal: problem("unsupported_image") }
    throw error
  }
}
