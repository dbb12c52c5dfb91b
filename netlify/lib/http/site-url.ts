/**
 * Returns the site's public address from the settings. The request's Host header is not used, because clients can set
 * it.
 */
export function getSiteUrl(): string {
  // Netlify sets URL to the site's main address.
  const url = process.env.SITE_URL ?? process.env.URL
  if (!url)
    throw new Error("SITE_URL is not set: mails and sign-ins need the site's public address")
  return url
}

export const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Returns a URL's host, without the brackets of IPv6. */
export const getHost = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "")

type Addresses = Partial<Record<"SITE_URL" | "URL" | "HOST", string>>

/**
 * Returns whether other machines may reach the site, by its public address or by the address that the host listens
 * on. Returns true if neither is set.
 */
export function isPublicSite({ SITE_URL, URL: main, HOST }: Addresses = process.env): boolean {
  const url = SITE_URL || main
  const hosts = [...(url ? [getHost(url)] : []), ...(HOST ? [HOST] : [])]
  return hosts.length === 0 || !hosts.every(isLoopback)
}

export const isSecure = (request: Request): boolean =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const getOrigin = (url: string | undefined) => (url ? new URL(url).origin : undefined)

/**
 * Returns whether a request comes from the site's own pages. Browsers send the origin with each write. A request
 * without an origin is not from a browser, so it carries no visitor's cookies. Behind a proxy, the request's address
 * may differ from SITE_URL, so both are accepted. A site that only this machine reaches accepts only loopback names,
 * because other sites can point their names to 127.0.0.1.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site && site !== "same-origin" && site !== "none") return false
  const origin = request.headers.get("origin")
  if (!origin || origin === getOrigin(process.env.SITE_URL)) return true
  return origin === getOrigin(request.url) && (isPublicSite() || isLoopback(getHost(request.url)))
}
