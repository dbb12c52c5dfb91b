/**
 * Reads the token of an emailed link or of the setup link. Links carry it in the fragment, which is never sent to a
 * server. This module moves it to the history entry, where it is out of the address bar but survives a reload.
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

/** Returns the token and removes it from the URL. Null when the page was opened without one. */
export function takeLinkToken(param: Param = "token"): string | null {
  name = param
  setToken(tokenInHash(name) ?? tokenInState(name))

  addEventListener("hashchange", () => {
    // Another emailed link was opened in this tab. Any other fragment is an anchor.
    if (tokenInHash(name)) location.reload()
    else history.replaceState(historyState(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // Adds the token to links to the page in another language.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    if (link && token) link.hash = `${new URLSearchParams({ [name]: token })}`
  })
  return token
}

/** Removes a token that was used or is unusable. */
export const dropLinkToken = (): void => setToken(null)
