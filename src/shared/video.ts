type VideoType = "youtube" | "vimeo" | "other"

export interface Video {
  type: VideoType
  playerUrl: string | null
}

const YOUTUBE_HOSTS = [
  ...["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"],
  ...["youtube-nocookie.com", "www.youtube-nocookie.com"],
]
const YOUTUBE_SHORT_HOSTS = ["youtu.be", "www.youtu.be"]
const YOUTUBE_PATHS = ["embed", "shorts", "live", "v", "e"]
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_HOSTS = ["vimeo.com", "www.vimeo.com", "player.vimeo.com"]

/** A Vimeo video may be in a channel, group or album. Unlisted videos have a hash. */
const VIMEO_PATH =
  /^\/(?:video\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d+)(?:\/([\da-f]+))?(?:\/|$)/

const TIME = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/

/** Returns the start in seconds: `t=435`, `start=435` or `#t=7m15s`. */
function getStartSeconds({ searchParams, hash }: URL): number {
  const startText = [
    ...["t", "start", "time_continue"].map((name) => searchParams.get(name)),
    new URLSearchParams(hash.slice(1)).get("t"),
  ].find(Boolean)
  const [hours = 0, minutes = 0, seconds = 0] = (TIME.exec(startText ?? "") ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}

export function getYoutubeId({ hostname, pathname, searchParams }: URL): string | null {
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

function getYoutubePlayerUrl(url: URL): string | null {
  const id = getYoutubeId(url)
  const start = getStartSeconds(url)
  return id && `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ""}`
}

function getVimeoPlayerUrl(url: URL): string | null {
  if (!VIMEO_HOSTS.includes(url.hostname)) return null
  const [, id, pathHash] = VIMEO_PATH.exec(url.pathname) ?? []
  if (!id) return null
  const hash = pathHash ?? /^[\da-f]+$/.exec(url.searchParams.get("h") ?? "")?.[0]
  const start = getStartSeconds(url)
  return `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ""}dnt=1${start ? `#t=${start}s` : ""}`
}

export function parseVideo(text: string): Video | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const youtube = getYoutubePlayerUrl(url)
  if (youtube) return { type: "youtube", playerUrl: youtube }
  const vimeo = getVimeoPlayerUrl(url)
  if (vimeo) return { type: "vimeo", playerUrl: vimeo }
  return { type: "other", playerUrl: null }
}
