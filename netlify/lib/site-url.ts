/** The site's public address, out of the settings alone: a request's Host header can be anybody's. */
export function siteUrl(): string {
  // URL is the main address that Netlify gives to its functions.
  const url = process.env.SITE_URL ?? process.env.URL
  if (!url)
    throw new Error("SITE_URL is not set: mails and sign-ins need the site's public address")
  return url
}
