/** Returns the site's public URL from the settings, not from the Host header, which clients can set to any name. */
export function getSiteUrl(): string {
  // Netlify sets URL to the main URL of the site.
  const url = process.env.SITE_URL ?? process.env.URL
  if (!url) throw new Error("SITE_URL is not set: emails and log-ins need the site's public URL")
  return url
}

export const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Returns the host name, without the brackets of an IPv6 address. */
export const getHost = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "")

type Addresses = Partial<Record<"SITE_URL" | "URL" | "HOST", string>>

/** Returns whether other machines may reach the site. Returns true if neither a URL nor HOST is set. */
export function isPublicSite(
  { SITE_URL, URL: netlifyUrl, HOST }: Addresses = process.env,
): boolean {
  const url = SITE_URL || netlifyUrl
  const hosts = [...(url ? [getHost(url)] : []), ...(HOST ? [HOST] : [])]
  return hosts.length === 0 || !hosts.every(isLoopback)
}

export const isSecure = (request: Request): boolean =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const getOrigin = (url: string | undefined) => (url ? new URL(url).origin : undefined)

/**
 * Returns whether the request comes from a page of this site. Returns true if the header Origin is missing, because
 * browsers send it with all writes from other sites. If only this machine reaches the site, the page must have a local
 * host name, because the host name of another site can point to 127.0.0.1.
 */
export function isSameOrigin(request: Request): boolean {
  const fetchSite = request.headers.get("sec-fetch-site")
  if (fetchSite && fetchSite !== "same-origin" && fetchSite !== "none") return false
  const origin = request.headers.get("origin")
  if (!origin || origin === getOrigin(process.env.SITE_URL)) return true
  return origin === getOrigin(request.url) && (isPublicSite() || isLoopback(getHost(request.url)))
}
