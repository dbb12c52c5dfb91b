/** Recognizes URLs of videos, and finds the site and the player. */

type VideoType = "youtube" | "vimeo" | "other"

export interface Video {
  type: VideoType
  /** The URL of a player without cookies; null if the video can only be linked. */
  player: string | null
}

const YOUTUBE_HOSTS = [
  ...["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"],
  ...["youtube-nocookie.com", "www.youtube-nocookie.com"],
]
const YOUTUBE_SHORT_HOSTS = ["youtu.be", "www.youtu.be"]
const YOUTUBE_PATHS = ["embed", "shorts", "live", "v", "e"]
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_HOSTS = ["vimeo.com", "www.vimeo.com", "player.vimeo.com"]

/** Matches a Vimeo id, by itself or in a channel, group, showcase or album. Unlisted videos have a hash after the id. */
const VIMEO_PATH =
  /^\/(?:video\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d+)(?:\/([\da-f]+))?(?:\/|$)/

const TIME = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/

/** Returns the start time in a link, in seconds: `t=435`, `start=435` or `#t=7m15s`; 0 if there is none. */
function startOf({ searchParams, hash }: URL): number {
  const startText = [
    ...["t", "start", "time_continue"].map((name) => searchParams.get(name)),
    new URLSearchParams(hash.slice(1)).get("t"),
  ].find(Boolean)
  const [hours = 0, minutes = 0, seconds = 0] = (TIME.exec(startText ?? "") ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}

/** Returns the id in watch?v=, youtu.be/, /embed/, /shorts/, /live/, /v/ and /e/; null for any other URL. */
export function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = "", second = ""] = pathname.split("/")
  const id = YOUTUBE_SHORT_HOSTS.includes(hostname)
    ? first
    : !YOUTUBE_HOSTS.includes(hostname)
      ? ""
      : first === "watch"
        ? (searchParams.get("v") ?? second)
        : YOUTUBE_PATHS.includes(first)
          ? second
          : ""
  return YOUTUBE_ID.test(id) ? id : null
}

/** Returns the player of a video on YouTube, or null for any other URL. */
function youtubePlayer(url: URL): string | null {
  const id = youtubeId(url)
  const start = startOf(url)
  return id && `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ""}`
}

/** Returns the player of a video on Vimeo, or null for any other URL. An unlisted video only plays with its hash. */
function vimeoPlayer(url: URL): string | null {
  if (!VIMEO_HOSTS.includes(url.hostname)) return null
  const [, id, inPath] = VIMEO_PATH.exec(url.pathname) ?? []
  if (!id) return null
  const hash = inPath ?? /^[\da-f]+$/.exec(url.searchParams.get("h") ?? "")?.[0]
  const start = startOf(url)
  return `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ""}dnt=1${start ? `#t=${start}s` : ""}`
}

/** Returns the video at a URL; null if the text is not the URL of a web page. */
export function videoOf(text: string): Video | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const youtube = youtubePlayer(url)
  if (youtube) return { type: "youtube", player: youtube }
  const vimeo = vimeoPlayer(url)
  if (vimeo) return { type: "vimeo", player: vimeo }
  return { type: "other", player: null }
}
