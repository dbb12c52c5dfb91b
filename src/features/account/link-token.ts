/** Moves the token from the URL's fragment to the history entry, so that the address bar does not show it. */
import { isRecord } from "../../shared/json.ts"

type Param = "token" | "setup"

type Params = Partial<Record<Param | "topic", string>>

const readHash = (): Params => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

function readState(): Params {
  const state: unknown = history.state
  const entries = isRecord(state) ? Object.entries(state) : []
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"))
}

let name: Param = "token"
let token: string | null = null
let topic: string | undefined

const historyState = () => (token ? { [name]: token, ...(topic && { topic }) } : null)

function setToken(newToken: string | null): void {
  token = newToken
  history.replaceState(historyState(), "", location.pathname + location.search)
}

export function takeLinkToken(param: Param = "token"): string | null {
  name = param
  const params = readHash()[name] ? readHash() : readState()
  topic = params.topic
  setToken(params[name] ?? null)

  addEventListener("hashchange", () => {
    // The tab opened another emailed link. Fragments without a token are anchors.
    if (readHash()[name]) location.reload()
    else history.replaceState(historyState(), "")
  })
  document.addEventListener("click", ({ target }) => {
    // The page in another language needs the token, too.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
    const params = historyState()
    if (link && params) link.hash = `${new URLSearchParams(params)}`
  })
  return token
}

export const getLinkTopic = (): string | undefined => topic

export const dropLinkToken = (): void => setToken(null)
