/** Moves the token of an emailed link from the URL's fragment to the history entry, out of the address bar. */
import { isRecord } from "../../shared/json.ts"

/** Emailed links have `#token=…`; the link that creates the first super admin has `#setup=…`. */
type Param = "token" | "setup"

type Params = Partial<Record<Param | "topic", string>>

const readHash = (): Params => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

function readState(): Params {
  const state: unknown = history.state
  const entries = isRecord(state) ? Object.entries(state) : []
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"))
}

let paramName: Param = "token"
let token: string | null = null
let topic: string | undefined

const createHistoryState = () => (token ? { [paramName]: token, ...(topic && { topic }) } : null)

function setToken(newToken: string | null): void {
  token = newToken
  history.replaceState(createHistoryState(), "", location.pathname + location.search)
}

/** Returns the token of the URL or, after a reload, of the history entry. */
export function takeLinkToken(param: Param = "token"): string | null {
  paramName = param
  const params = readHash()[paramName] ? readHash() : readState()
  topic = params.topic
  setToken(params[paramName] ?? null)

  addEventListener("hashchange", () => {
    // The tab opened another emailed link. Fragments without a token are anchors.
    if (readHash()[paramName]) location.reload()
    else history.replaceState(createHistoryState(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // Links to the page in another language carry the token.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    const params = createHistoryState()
    if (link && params) link.hash = `${new URLSearchParams(params)}`
  })
  return token
}

/** Returns the kind of emails that an unsubscribe link is about. */
export const getLinkTopic = (): string | undefined => topic

export const dropLinkToken = (): void => setToken(null)
