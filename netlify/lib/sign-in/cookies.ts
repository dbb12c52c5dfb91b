/** Reads and writes the cookies that a log-in sets. */
import { isSecure } from "../http/site-url.ts"

/** Returns the cookie's name. Over https its prefix keeps other hosts and pages without TLS from setting it. */
export const getCookieName = (request: Request, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name

/** Returns the attributes that all cookies share. */
function createAttributes(request: Request, seconds?: number): string {
  const secure = isSecure(request) ? "; Secure" : ""
  return `Path=/; SameSite=Lax${secure}${seconds === undefined ? "" : `; Max-Age=${seconds}`}`
}

/** Returns a `Set-Cookie` value for a cookie that scripts cannot read. Without `seconds`, it lasts until the browser closes. */
export const createPrivateCookie = (
  request: Request,
  name: string,
  value: string,
  seconds?: number,
) => `${getCookieName(request, name)}=${value}; HttpOnly; ${createAttributes(request, seconds)}`

/** Returns a `Set-Cookie` value for a cookie that scripts can read. */
export const createReadableCookie = (
  request: Request,
  name: string,
  value: string,
  seconds?: number,
) => `${name}=${value}; ${createAttributes(request, seconds)}`

/** Returns the value of a private cookie, null when the request has none that matches the pattern. */
export function readPrivateCookie(
  request: Request,
  name: string,
  pattern = /[\w-]{43}/,
): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${getCookieName(request, name)}=(${pattern.source})(?:;|$)`)
  return cookie.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}
