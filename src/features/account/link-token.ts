/**
 * Token of an emailed link. It moves from the URL's fragment to the history state, so that the address bar hides it.
 */
import { isRecord } from "../../shared/json.ts"

/** Emailed links end with `#token=…`; the link that creates the first super admin ends with `#setup=…`. */
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

/** Returns the token in the URL or, after a reload, in the history state. Removes the token from the URL. */
export function takeLinkToken(param: Param = "token"): string | null {
  paramName = param
  const params = readHash()[paramName] ? readHash() : readState()
  topic = params.topic
  setToken(params[paramName] ?? null)

  addEventListener("hashchange", () => {
    // The member opened another emailed link in this tab. Other fragments are anchors and need no reload.
    if (readHash()[paramName]) location.reload()
    else history.replaceState(createHistoryState(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // A link to this page in another language gets the token as its fragment.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    const params = createHistoryState()
    if (link && params) link.hash = `${new URLSearchParams(params)}`
  })
  return token
}

/** Returns the topic of the emails that an unsubscribe link stops, such as `comment`. Undefined for other links. */
export const getLinkTopic = (): string | undefined => topic

export const dropLinkToken = (): void => setToken(null)
