/** Videos by their address: what they are, and where they are played. */

type VideoType = "youtube" | "vimeo" | "other"

export interface Video {
  type: VideoType
  /** The player's address, which sets no cookies; null where there is only a link. */
  player: string | null
}

const YOUTUBE_HOSTS = [
  ...["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"],
  ...["youtube-nocookie.com", "www.youtube-nocookie.com"],
]
const YOUTUBE_PATHS = ["embed", "shorts", "live", "v"]
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_HOSTS = ["vimeo.com", "www.vimeo.com", "player.vimeo.com"]

/** The id in watch?v=, youtu.be/, /embed/, /shorts/, /live/ and /v/; null for any other address. */
function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = "", second = ""] = pathname.split("/")
  const id =
    hostname === "youtu.be"
      ? first
      : !YOUTUBE_HOSTS.includes(hostname)
        ? ""
        : first === "watch"
          ? (searchParams.get("v") ?? "")
          : YOUTUBE_PATHS.includes(first)
            ? second
            : ""
  return YOUTUBE_ID.test(id) ? id : null
}

/** The player of a video on Vimeo; one that is unlisted plays with the hash of its address alone. */
function vimeoPlayer({ hostname, pathname, searchParams }: URL): string | null {
  if (!VIMEO_HOSTS.includes(hostname)) return null
  const [, id, inPath] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?(?:\/|$)/.exec(pathname) ?? []
  if (!id) return null
  const hash = inPath ?? /^[\da-f]+$/.exec(searchParams.get("h") ?? "")?.[0]
  return `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ""}dnt=1`
}

/** What an address of a video is; null for one that is no web address. */
export function videoOf(address: string): Video | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const youtube = youtubeId(url)
  if (youtube)
    return { type: "youtube", player: `https://www.youtube-nocookie.com/embed/${youtube}` }
  const vimeo = vimeoPlayer(url)
  if (vimeo) return { type: "vimeo", player: vimeo }
  return { type: "other", player: null }
}
