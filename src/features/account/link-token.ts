/**
 * Reads the token of an emailed link or of the setup link. The token is in the URL's fragment, which browsers do not send
 * to servers. This file moves the token to the history entry: it then survives a reload, but the address bar does not
 * show it.
 */
import { isRecord } from "../../shared/json.ts"

type Param = "token" | "setup"

const tokenInHash = (param: Param): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(param) || null

const tokenInState = (param: Param): string | null => {
  const state: unknown = history.state
  return isRecord(state) && typeof state[param] === "string" ? state[param] : null
}

let name: Param = "token"
let token: string | null = null

const historyState = () => (token ? { [name]: token } : null)

function setToken(newToken: string | null): void {
  token = newToken
  history.replaceState(historyState(), "", location.pathname + location.search)
}

export function takeLinkToken(param: Param = "token"): string | null {
  name = param
  setToken(tokenInHash(name) ?? tokenInState(name))

  addEventListener("hashchange", () => {
    // With a token, another emailed link was opened in this tab. Other fragments are anchors.
    if (tokenInHash(name)) location.reload()
    else history.replaceState(historyState(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // The link leads to the page in another language, which needs the token, too.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    if (link && token) link.hash = `${new URLSearchParams({ [name]: token })}`
  })
  return token
}

export const dropLinkToken = (): void => setToken(null)
