/** Stores thumbnails of videos on this site, so that browsers contact a video site only after a reader presses play. */
import * as z from "zod/mini"
import { parseJson } from "../../../src/shared/json.ts"
import { getYoutubeId, parseVideo } from "../../../src/shared/video.ts"
import { readBytes } from "../http/request.ts"
import { toLogLine } from "../monitoring/log.ts"
import { storeCover } from "./images.ts"

const TIMEOUT_MS = 4_000
const MAX_THUMBNAIL_BYTES = 2_000_000

async function fetchBytes(url: URL): Promise<Uint8Array | null> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.ok) return readBytes(response, MAX_THUMBNAIL_BYTES)
  await response.body?.cancel()
  return null
}

/** Sizes in the order of preference. Only some videos have the first size. The second size has no black bars. */
const YOUTUBE_SIZES = ["maxresdefault", "mqdefault"]

async function fetchYoutubeThumbnail(id: string): Promise<Uint8Array | null> {
  const base = process.env.YOUTUBE_IMAGES_URL ?? "https://i.ytimg.com"
  for (const size of YOUTUBE_SIZES) {
    const bytes = await fetchBytes(new URL(`/vi/${id}/${size}.jpg`, base))
    if (bytes) return bytes
  }
  return null
}

const oEmbed = z.object({ thumbnail_url: z.string() })
const VIMEO_IMAGE_PATTERN = /^https:\/\/i\.vimeocdn\.com\//

async function fetchVimeoThumbnail(videoUrl: string): Promise<Uint8Array | null> {
  const url = new URL("/api/oembed.json", process.env.VIMEO_API_URL ?? "https://vimeo.com")
  url.search = new URLSearchParams({ url: videoUrl, width: "1280" }).toString()
  const bytes = await fetchBytes(url)
  const video = oEmbed.safeParse(bytes && parseJson(new TextDecoder().decode(bytes))).data
  // Fetches only from Vimeo's host, because the response may contain any URL.
  return video && VIMEO_IMAGE_PATTERN.test(video.thumbnail_url)
    ? fetchBytes(new URL(video.thumbnail_url))
    : null
}

async function fetchThumbnail(videoUrl: string): Promise<Uint8Array | null> {
  const url = URL.parse(videoUrl)
  const youtubeId = url && getYoutubeId(url)
  if (youtubeId) return fetchYoutubeThumbnail(youtubeId)
  return parseVideo(videoUrl)?.type === "vimeo" ? fetchVimeoThumbnail(videoUrl) : null
}

/** Returns the URL of the stored thumbnail; null if the video has none, or if fetching or storing it fails. */
export async function storeThumbnail(videoUrl: string): Promise<string | null> {
  try {
    const bytes = await fetchThumbnail(videoUrl)
    return bytes && (await storeCover("team-images", bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(toLogLine(`A video thumbnail could not be stored: ${reason}`))
    return null
  }
}
