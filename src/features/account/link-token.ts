/**
 * The token of a link that was mailed, or printed at the site's start. It comes in the fragment, which reaches no log and no other site, and moves
 * into the history entry: out of the address bar, but still there after a reload.
 */
import { isRecord } from "../../shared/json.ts"

type Param = "token" | "setup"

const inHash = (param: Param): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(param) || null

const inState = (param: Param): string | null => {
  const state: unknown = history.state
  return isRecord(state) && typeof state[param] === "string" ? state[param] : null
}

let name: Param = "token"
let token: string | null = null

const stateNow = () => (token ? { [name]: token } : null)

function remember(found: string | null): void {
  token = found
  history.replaceState(stateNow(), "", location.pathname + location.search)
}

/** Takes the token of the page's address; null when the page was opened without one. */
export function takeLinkToken(param: Param = "token"): string | null {
  name = param
  remember(inHash(name) ?? inState(name))

  addEventListener("hashchange", () => {
    // The next link of the same kind, opened in this tab; anything else leads to a place on the page.
    if (inHash(name)) location.reload()
    else history.replaceState(stateNow(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // The same page in another language.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    if (link && token) link.hash = `${new URLSearchParams({ [name]: token })}`
  })
  return token
}

/** Forgets a token that is used, or of no use. */
export const dropLinkToken = (): void => remember(null)
