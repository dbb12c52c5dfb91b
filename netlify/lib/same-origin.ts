/** Whether a write comes from our own pages. */

const originOf = (url: string | undefined) => (url ? new URL(url).origin : undefined)

/**
 * Browsers name the origin of every write. A request that names none is no browser's, so nobody's cookies
 * are being used behind their back. Behind a proxy the request's own address may not be the public one,
 * hence SITE_URL.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site && site !== "same-origin" && site !== "none") return false
  const origin = request.headers.get("origin")
  return !origin || origin === originOf(request.url) || origin === originOf(process.env.SITE_URL)
}
