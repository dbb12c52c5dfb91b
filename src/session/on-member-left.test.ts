import { beforeEach, expect, test, vi } from "vitest"
import { onMemberLeft } from "./on-member-left.ts"
import { type Session, setSession } from "./session.ts"
import { setDeliberatelySignedOut } from "./sign-out.ts"

const makeSession = (id: string): Session => ({
  status: "signed-in",
  user: { id, email: `${id}@example.org` },
  role: "user",
})

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("document", { cookie: "daina_signed_in=1" })
  setSession({ status: "loading" })
})

function listen() {
  const listener = vi.fn()
  return { listener, stop: onMemberLeft(listener) }
}

/** Simulates that the browser shows the page again from its back-forward cache. */
const showAgain = () =>
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))

test("the listener is called once after a log-out", () => {
  setSession(makeSession("a"))
  const { listener } = listen()
  expect(listener).not.toHaveBeenCalled()
  setDeliberatelySignedOut()
  expect(listener).toHaveBeenCalledOnce()
  setSession(makeSession("b"))
  expect(listener).toHaveBeenCalledOnce()
})

test("the listener is not called if the same member logs in after an expired session", () => {
  const { listener } = listen()
  setSession(makeSession("a"))
  setSession({ status: "signed-out" })
  setSession(makeSession("a"))
  expect(listener).not.toHaveBeenCalled()
})

test.each(["at once", "after an expired session"])(
  "the listener is called if another member logs in %s",
  (timing) => {
    const { listener } = listen()
    setSession(makeSession("a"))
    if (timing !== "at once") setSession({ status: "signed-out" })
    setSession(makeSession("b"))
    expect(listener).toHaveBeenCalledOnce()
  },
)

test("the listener is called on a page from the back-forward cache after a log-out in another tab", () => {
  const { listener } = listen()
  setSession(makeSession("a"))
  showAgain()
  expect(listener).not.toHaveBeenCalled()
  vi.stubGlobal("document", { cookie: "" })
  showAgain()
  expect(listener).toHaveBeenCalledOnce()
})

test("a removed listener is not called", () => {
  const { listener, stop } = listen()
  setSession(makeSession("a"))
  stop()
  vi.stubGlobal("document", { cookie: "" })
  showAgain()
  setDeliberatelySignedOut()
  expect(listener).not.toHaveBeenCalled()
})
