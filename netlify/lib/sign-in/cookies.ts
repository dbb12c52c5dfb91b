import { isSecure } from "../http/site-url.ts"

/** With https, adds a prefix that keeps other hosts and pages without TLS from setting the cookie. */
export const getCookieName = (request: Request, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name

function createAttributes(request: Request, seconds?: number): string {
  const secure = isSecure(request) ? "; Secure" : ""
  return `Path=/; SameSite=Lax${secure}${seconds === undefined ? "" : `; Max-Age=${seconds}`}`
}

/** Scripts cannot read the cookie. Without `seconds`, it lasts until the browser closes. */
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

/** By default, the pattern matches the tokens of createToken(). */
export function readPrivateCookie(
  request: Request,
  name: string,
  pattern = /[\w-]{43}/,
): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${getCookieName(request, name)}=(${pattern.source})(?:;|$)`)
  return cookie.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}
