/** Where covers of songs and albums may come from: the music services' own picture servers. */

/** As a Content-Security-Policy names them. */
export const PICTURE_SOURCES = ["https://i.scdn.co", "https://*.dzcdn.net"]

/** Whether browsers may load this picture on our pages. */
export function isPictureHost(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return (
    protocol === "https:" && (hostname === "i.scdn.co" || hostname?.endsWith(".dzcdn.net") === true)
  )
}
