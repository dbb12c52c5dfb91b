/**
 * The token of a mailed link. It comes in the fragment, which reaches no log and no other site, and moves
 * into the history entry: out of the address bar, but still there after a reload.
 */
import { isRecord } from "../../json.ts"

const PARAM = "token"

const inHash = (hash: string): string | null =>
  new URLSearchParams(hash.slice(1)).get(PARAM) || null

const inState = (state: unknown): string | null =>
  isRecord(state) && typeof state[PARAM] === "string" ? state[PARAM] : null

let token: string | null = null

const stateNow = () => (token ? { [PARAM]: token } : null)

function remember(found: string | null): void {
  token = found
  history.replaceState(stateNow(), "", location.pathname + location.search)
}

/** Takes the token of the page's address; null when the page was opened without one. */
export function takeLinkToken(): string | null {
  remember(inHash(location.hash) ?? inState(history.state))

  addEventListener("hashchange", () => {
    // The next link of the same kind, opened in this tab; anything else leads to a place on the page.
    if (inHash(location.hash)) location.reload()
    else history.replaceState(stateNow(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // The same page in another language.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    if (link && token) link.hash = `${new URLSearchParams({ [PARAM]: token })}`
  })
  return token
}

/** Forgets a token that is used, or of no use. */
export const dropLinkToken = (): void => remember(null)
