/** Videos by their address: what they are, and where they are played. */

export type VideoType = "youtube" | "vimeo" | "other"

export interface Video {
  type: VideoType
  /** The player's address, which sets no cookies; null where there is only a link. */
  player: string | null
}

const YOUTUBE_HOSTS = ["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"]
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_HOSTS = ["vimeo.com", "www.vimeo.com", "player.vimeo.com"]

/** The id in the four shapes: watch?v=, youtu.be/, /embed/ and /shorts/; null for any other address. */
function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = "", second = ""] = pathname.split("/")
  const id =
    hostname === "youtu.be"
      ? first
      : !YOUTUBE_HOSTS.includes(hostname)
        ? ""
        : first === "watch"
          ? (searchParams.get("v") ?? "")
          : first === "embed" || first === "shorts"
            ? second
            : ""
  return YOUTUBE_ID.test(id) ? id : null
}

function vimeoId({ hostname, pathname }: URL): string | null {
  if (!VIMEO_HOSTS.includes(hostname)) return null
  return /^\/(?:video\/)?(\d+)(?:\/|$)/.exec(pathname)?.[1] ?? null
}

/** What an address of a video is; null for one that is no web address. */
export function videoOf(address: string): Video | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const youtube = youtubeId(url)
  if (youtube)
    return { type: "youtube", player: `https://www.youtube-nocookie.com/embed/${youtube}` }
  const vimeo = vimeoId(url)
  if (vimeo) return { type: "vimeo", player: `https://player.vimeo.com/video/${vimeo}?dnt=1` }
  return { type: "other", player: null }
}
