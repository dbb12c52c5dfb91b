/** The picture servers of the music services. */

/** Sources for the Content-Security-Policy. */
export const PICTURE_SOURCES = ["https://i.scdn.co", "https://*.dzcdn.net"]

/** Returns whether our pages may load a picture. */
export function isPictureHost(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return (
    protocol === "https:" && (hostname === "i.scdn.co" || hostname?.endsWith(".dzcdn.net") === true)
  )
}
