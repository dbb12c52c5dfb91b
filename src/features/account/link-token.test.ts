import { beforeEach, expect, test, vi } from "vitest"

function stubPage(hash: string, state: unknown = null) {
  const listeners: Record<string, (event: { target?: unknown }) => void> = {}
  const page = {
    location: { pathname: "/lv/verify-email", search: "?lang=lv", hash, reload: vi.fn() },
    history: { state, replaceState: vi.fn() },
    listeners,
  }
  const listen = (name: string, listener: (event: { target?: unknown }) => void) => {
    listeners[name] = listener
  }
  vi.stubGlobal("location", page.location)
  vi.stubGlobal("history", page.history)
  vi.stubGlobal("addEventListener", listen)
  vi.stubGlobal("document", { addEventListener: listen })
  return page
}

const URL_WITHOUT_TOKEN = "/lv/verify-email?lang=lv"

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const importModule = () => import("./link-token.ts")

test("the token moves from the URL to the history state", async () => {
  const { history } = stubPage("#token=s3cret_-", { token: "older" })
  expect((await importModule()).takeLinkToken()).toBe("s3cret_-")
  expect(history.replaceState).toHaveBeenCalledWith({ token: "s3cret_-" }, "", URL_WITHOUT_TOKEN)
})

test("the token of a setup link has a separate name in the history state", async () => {
  const { history } = stubPage("#setup=s3cret", { token: "mailed" })
  expect((await importModule()).takeLinkToken("setup")).toBe("s3cret")
  expect(history.replaceState).toHaveBeenCalledWith({ setup: "s3cret" }, "", URL_WITHOUT_TOKEN)
})

test("the topic of an unsubscribe link is dropped when another link is opened", async () => {
  const { history } = stubPage("#token=s3cret&topic=comment")
  const links = await importModule()
  links.takeLinkToken()
  expect(links.getLinkTopic()).toBe("comment")
  const state = { token: "s3cret", topic: "comment" }
  expect(history.replaceState).toHaveBeenCalledWith(state, "", URL_WITHOUT_TOKEN)
  stubPage("#token=second", state)
  links.takeLinkToken()
  expect(links.getLinkTopic()).toBeUndefined()
})

test.each([
  ["the token is kept after a reload", "", { token: "s3cret" }, "s3cret"],
  ["a fragment that names an anchor is not a token", "#content", null, null],
  ["an empty or invalid token is ignored", "#token=", { token: 7 }, null],
])("%s", async (_, hash, state, token) => {
  stubPage(hash, state)
  expect((await importModule()).takeLinkToken()).toBe(token)
})

test("the page reloads when the URL's fragment changes to another token, but not to an anchor", async () => {
  const { location, history, listeners } = stubPage("#token=first")
  ;(await importModule()).takeLinkToken()
  location.hash = "#content"
  listeners["hashchange"]?.({})
  expect(history.replaceState).toHaveBeenLastCalledWith({ token: "first" }, "")
  expect(location.reload).not.toHaveBeenCalled()
  location.hash = "#token=second"
  listeners["hashchange"]?.({})
  expect(location.reload).toHaveBeenCalledOnce()
})

test("links to the page in other languages carry the token until the token is dropped", async () => {
  const { listeners, history } = stubPage("#token=s3cret")
  const { takeLinkToken, dropLinkToken } = await importModule()
  takeLinkToken()
  class Element {
    hash = ""
    closest = () => this
  }
  vi.stubGlobal("Element", Element)
  const link = new Element()
  listeners["click"]?.({ target: link })
  expect(link.hash).toBe("token=s3cret")

  dropLinkToken()
  expect(history.replaceState).toHaveBeenLastCalledWith(null, "", URL_WITHOUT_TOKEN)
  const laterLink = new Element()
  listeners["click"]?.({ target: laterLink })
  expect(laterLink.hash).toBe("")
})
