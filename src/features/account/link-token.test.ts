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
  const { history } = open("#token=s3cret_-")
  expect((await load()).takeLinkToken()).toBe("s3cret_-")
  expect(history.replaceState).toHaveBeenCalledWith({ token: "s3cret_-" }, "", ADDRESS)
})

test("after a reload it is still there", async () => {
  open("", { token: "s3cret" })
  expect((await load()).takeLinkToken()).toBe("s3cret")
})

test("a newer link goes before an older one", async () => {
  open("#token=newer", { token: "older" })
  expect((await load()).takeLinkToken()).toBe("newer")
})

test.each([
  ["", null],
  ["#content", null],
  ["#token=", null],
  ["", { token: 7 }],
  ["", "token"],
])("without a token there is none: %j, %j", async (hash, state) => {
  open(hash, state)
  expect((await load()).takeLinkToken()).toBeNull()
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
