import { isSecure } from "../http/site-url.ts"

/** Returns the name, on an HTTPS site with a prefix that keeps other hosts and HTTP pages from setting the cookie. */
export const getCookieName = (request: Request, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name

function createAttributes(request: Request, seconds?: number): string {
  const secure = isSecure(request) ? "; Secure" : ""
  return `Path=/; SameSite=Lax${secure}${seconds === undefined ? "" : `; Max-Age=${seconds}`}`
}

/**
 * Returns a Set-Cookie header. Scripts cannot read the cookie.
 * If `seconds` is omitted, closing the browser ends it.
 */
export const createPrivateCookie = (
  request: Request,
  name: string,
  value: string,
  seconds?: number,
) => `${getCookieName(request, name)}=${value}; HttpOnly; ${createAttributes(request, seconds)}`

export const createReadableCookie = (
  request: Request,
  name: string,
  value: string,
  seconds?: number,
) => `${name}=${value}; ${createAttributes(request, seconds)}`

/** Returns the cookie's value, or null if it does not match the pattern. The default pattern is for createToken(). */
export function readPrivateCookie(
  request: Request,
  name: string,
  pattern = /[\w-]{43}/,
): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${getCookieName(request, name)}=(${pattern.source})(?:;|$)`)
  return cookie.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}
