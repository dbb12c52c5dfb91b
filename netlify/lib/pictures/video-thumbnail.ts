/**
 * Stills of videos on YouTube and Vimeo: fetched once, when a post is saved, and stored as pictures of ours,
 * since readers' browsers ask no other site for anything before they press play.
 */
import * as z from "zod/mini"
import { parseJson } from "../../../src/shared/json.ts"
import { videoOf, youtubeId } from "../../../src/shared/video.ts"
import { readBytes } from "../http/request.ts"
import { logLine } from "../monitoring/log.ts"
import { storeCover } from "./images.ts"

const TIMEOUT_MS = 4_000
const BYTES_MAX = 2_000_000

/** The body of an answer of the host that was asked; null where there is none. */
async function bytesOf(url: URL): Promise<Uint8Array | null> {
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (answer.ok) return readBytes(answer, BYTES_MAX)
  await answer.body?.cancel()
  return null
}

/** The first is there for wide videos alone; the second, for all, is small, but has no black bars. */
const YOUTUBE_SIZES = ["maxresdefault", "mqdefault"]

async function youtubeStill(id: string): Promise<Uint8Array | null> {
  const base = process.env.YOUTUBE_IMAGES_URL ?? "https://i.ytimg.com"
  for (const size of YOUTUBE_SIZES) {
    const bytes = await bytesOf(new URL(`/vi/${id}/${size}.jpg`, base))
    if (bytes) return bytes
  }
  return null
}

const oEmbed = z.object({ thumbnail_url: z.string() })
const VIMEO_IMAGES = /^https:\/\/i\.vimeocdn\.com\//

async function vimeoStill(address: string): Promise<Uint8Array | null> {
  const url = new URL("/api/oembed.json", process.env.VIMEO_API_URL ?? "https://vimeo.com")
  url.search = new URLSearchParams({ url: address, width: "1280" }).toString()
  const bytes = await bytesOf(url)
  const told = oEmbed.safeParse(bytes && parseJson(new TextDecoder().decode(bytes))).data
  // Nowhere else, whatever the answer says.
  return told && VIMEO_IMAGES.test(told.thumbnail_url) ? bytesOf(new URL(told.thumbnail_url)) : null
}

/** Stores the still of a video and returns its address; null if it has none or fetching it fails. */
export async function storeThumbnail(address: string): Promise<string | null> {
  const url = URL.parse(address)
  const id = url && youtubeId(url)
  try {
    const bytes = id
      ? await youtubeStill(id)
      : videoOf(address)?.type === "vimeo"
        ? await vimeoStill(address)
        : null
    return bytes && (await storeCover("team-images", bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(logLine(`No still of a video: ${reason}`))
    return null
  }
}
