import { beforeEach, expect, test, vi } from "vitest"

/** A page as it was opened: what the address and the history entry hold, and what happens to them. */
function open(hash: string, state: unknown = null) {
  const on: Record<string, (event: { target?: unknown }) => void> = {}
  const page = {
    location: { pathname: "/lv/verify-email", search: "?lang=lv", hash, reload: vi.fn() },
    history: { state, replaceState: vi.fn() },
    on,
  }
  const listen = (name: string, listener: (event: { target?: unknown }) => void) => {
    on[name] = listener
  }
  vi.stubGlobal("location", page.location)
  vi.stubGlobal("history", page.history)
  vi.stubGlobal("addEventListener", listen)
  vi.stubGlobal("document", { addEventListener: listen })
  return page
}

const ADDRESS = "/lv/verify-email?lang=lv"

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const load = () => import("./link-token.ts")

test("a token leaves the address for the history entry", async () => {
  const { history } = open("#token=s3cret_-", { token: "older" })
  expect((await load()).takeLinkToken()).toBe("s3cret_-")
  expect(history.replaceState).toHaveBeenCalledWith({ token: "s3cret_-" }, "", ADDRESS)
})

test("a setup link's is another than a mail's", async () => {
  const { history } = open("#setup=s3cret", { token: "mailed" })
  expect((await load()).takeLinkToken("setup")).toBe("s3cret")
  expect(history.replaceState).toHaveBeenCalledWith({ setup: "s3cret" }, "", ADDRESS)
})

test.each([
  ["after a reload it is still there", "", { token: "s3cret" }, "s3cret"],
  ["a place on the page is none", "#content", null, null],
  ["what is no token is none", "#token=", { token: 7 }, null],
])("%s", async (_, hash, state, token) => {
  open(hash, state)
  expect((await load()).takeLinkToken()).toBe(token)
})

test("a further link in the same tab starts anew, a place on the page keeps the token", async () => {
  const { location, history, on } = open("#token=first")
  ;(await load()).takeLinkToken()
  location.hash = "#content"
  on["hashchange"]?.({})
  expect(history.replaceState).toHaveBeenLastCalledWith({ token: "first" }, "")
  expect(location.reload).not.toHaveBeenCalled()
  location.hash = "#token=second"
  on["hashchange"]?.({})
  expect(location.reload).toHaveBeenCalledOnce()
})

test("the page in another language gets the token too, until it is dropped", async () => {
  const { on, history } = open("#token=s3cret")
  const { takeLinkToken, dropLinkToken } = await load()
  takeLinkToken()
  class Element {
    hash = ""
    closest = () => this
  }
  vi.stubGlobal("Element", Element)
  const link = new Element()
  on["click"]?.({ target: link })
  expect(link.hash).toBe("token=s3cret")

  dropLinkToken()
  expect(history.replaceState).toHaveBeenLastCalledWith(null, "", ADDRESS)
  const later = new Element()
  on["click"]?.({ target: later })
  expect(later.hash).toBe("")
})
