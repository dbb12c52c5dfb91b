/** Generated covers, posters and share pictures, which the build has cached in a folder. */
import { readFile } from "node:fs/promises"
import type { APIRoute, GetStaticPaths } from "astro"
import { content } from "../../content/content.ts"
import { getDrawnFilePath } from "../../features/sharing/drawn.ts"

export const getStaticPaths: GetStaticPaths = async () =>
  (await content.drawnFiles()).map((file) => ({ params: { file } }))

export const GET: APIRoute = async ({ params: { file = "" } }) =>
  new Response(new Uint8Array(await readFile(getDrawnFilePath(file))), {
    headers: { "content-type": file.endsWith(".jpg") ? "image/jpeg" : "image/webp" },
  })
