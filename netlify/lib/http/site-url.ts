/** The site's public address, out of the settings alone: a request's Host header can be anybody's. */
export function siteUrl(): string {
  // URL is the main address that Netlify gives to its functions.
  const url = process.env.SITE_URL ?? process.env.URL
  if (!url)
    throw new Error("SITE_URL is not set: mails and sign-ins need the site's public address")
  return url
}

/** True for a name or an address that only this machine reaches. */
export const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** A URL's host as {@link isLoopback} takes it. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "")

type Addresses = Partial<Record<"SITE_URL" | "URL" | "HOST", string>>

/**
 * Whether others than this machine's own user can open the site: by its public address, or by what it
 * listens on. Without either nobody knows, so it counts as public.
 */
export function isPublicSite({ SITE_URL, URL: main, HOST }: Addresses = process.env): boolean {
  const url = SITE_URL || main
  const hosts = [...(url ? [hostOf(url)] : []), ...(HOST ? [HOST] : [])]
  return hosts.length === 0 || !hosts.every(isLoopback)
}

/** Whether an answer's cookies are for https alone. */
export const isSecure = (request: Request): boolean =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const originOf = (url: string | undefined) => (url ? new URL(url).origin : undefined)

/**
 * Browsers name the origin of every write. A request that names none is no browser's, so nobody's cookies
 * are being used behind their back. Behind a proxy the request's own address may not be the public one,
 * hence SITE_URL. Any web site can have its own name lead to this machine, so a site that is open to this
 * machine alone goes by no other name than loopback's.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site && site !== "same-origin" && site !== "none") return false
  const origin = request.headers.get("origin")
  if (!origin || origin === originOf(process.env.SITE_URL)) return true
  return origin === originOf(request.url) && (isPublicSite() || isLoopback(hostOf(request.url)))
}
