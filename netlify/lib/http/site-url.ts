/** Does not use the Host header, because clients can set it. */
export function getSiteUrl(): string {
  // Netlify sets URL to the site's main address.
  const url = process.env.SITE_URL ?? process.env.URL
  if (!url)
    throw new Error("SITE_URL is not set: mails and sign-ins need the site's public address")
  return url
}

export const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Leaves out the brackets of IPv6. */
export const getHost = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "")

type Addresses = Partial<Record<"SITE_URL" | "URL" | "HOST", string>>

/** Returns whether other machines may reach the site. Returns true if no address is set. */
export function isPublicSite({ SITE_URL, URL: main, HOST }: Addresses = process.env): boolean {
  const url = SITE_URL || main
  const hosts = [...(url ? [getHost(url)] : []), ...(HOST ? [HOST] : [])]
  return hosts.length === 0 || !hosts.every(isLoopback)
}

export const isSecure = (request: Request): boolean =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const getOrigin = (url: string | undefined) => (url ? new URL(url).origin : undefined)

/** Requests without an origin carry no visitor's cookies. Other sites can point their names to 127.0.0.1. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site && site !== "same-origin" && site !== "none") return false
  const origin = request.headers.get("origin")
  if (!origin || origin === getOrigin(process.env.SITE_URL)) return true
  return origin === getOrigin(request.url) && (isPublicSite() || isLoopback(getHost(request.url)))
}
