/**
 * Music services with the patterns of links to their songs and albums, and the URLs of their players.
 * `netlify/host/build/csp.ts` allows pages to embed these players.
 */
const PLAYERS: [service: string, linkPattern: RegExp, playerUrl: string][] = [
  [
    "YouTube",
    /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/,
    "https://www.youtube-nocookie.com/embed/$1?autoplay=1&enablejsapi=1",
  ],
  [
    "Spotify",
    /^https:\/\/open\.spotify\.com\/(track|album)\/(\w+)$/,
    "https://open.spotify.com/embed/$1/$2",
  ],
  [
    "Deezer",
    /^https:\/\/www\.deezer\.com\/(track|album)\/(\d+)$/,
    "https://widget.deezer.com/widget/auto/$1/$2?autoplay=true",
  ],
]

/** Returns the music service and the URL of its player. Null if `link` does not lead to a song or album. */
export function findPlayer(link: string): { service: string; url: string } | null {
  for (const [service, linkPattern, playerUrl] of PLAYERS) {
    if (linkPattern.test(link)) return { service, url: link.replace(linkPattern, playerUrl) }
  }
  return null
}
