type VideoType = "youtube" | "vimeo" | "other"

export interface Video {
  type: VideoType
  /** Null for a site whose videos can only be linked. */
  playerUrl: string | null
}

const YOUTUBE_HOSTS = [
  ...["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"],
  ...["youtube-nocookie.com", "www.youtube-nocookie.com"],
]
const YOUTUBE_SHORT_HOSTS = ["youtu.be", "www.youtu.be"]
/** First path segments that precede a video's id. */
const YOUTUBE_PATHS = ["embed", "shorts", "live", "v", "e"]
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_HOSTS = ["vimeo.com", "www.vimeo.com", "player.vimeo.com"]

/** Matches the path of a Vimeo video, which may be in a channel, group or album. Unlisted videos have a hash. */
const VIMEO_PATH =
  /^\/(?:video\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d+)(?:\/([\da-f]+))?(?:\/|$)/

/** Matches a start such as `435`, `435s` or `1h7m15s`. */
const START_TIME = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/

/** Returns the start in seconds: `t=435`, `start=435` or `#t=7m15s`. */
function getStartSeconds({ searchParams, hash }: URL): number {
  const startText = [
    ...["t", "start", "time_continue"].map((name) => searchParams.get(name)),
    new URLSearchParams(hash.slice(1)).get("t"),
  ].find(Boolean)
  const [hours = 0, minutes = 0, seconds = 0] = (START_TIME.exec(startText ?? "") ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}

export function getYoutubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, firstSegment = "", secondSegment = ""] = pathname.split("/")
  let id = ""
  if (YOUTUBE_SHORT_HOSTS.includes(hostname)) id = firstSegment
  else if (YOUTUBE_HOSTS.includes(hostname)) {
    if (firstSegment === "watch") id = searchParams.get("v") ?? secondSegment
    else if (YOUTUBE_PATHS.includes(firstSegment)) id = secondSegment
  }
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

/** Parses the URL of a video. Returns null for a text that is not a web address. Players use privacy modes. */
export function parseVideo(text: string): Video | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const youtube = getYoutubePlayerUrl(url)
  if (youtube) return { type: "youtube", playerUrl: youtube }
  const vimeo = getVimeoPlayerUrl(url)
  if (vimeo) return { type: "vimeo", playerUrl: vimeo }
  return { type: "other", playerUrl: null }
}
