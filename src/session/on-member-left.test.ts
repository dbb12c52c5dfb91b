import { beforeEach, expect, test, vi } from "vitest"
import { onMemberLeft } from "./on-member-left.ts"
import { type Session, setSession } from "./session.ts"
import { setDeliberatelySignedOut } from "./sign-out.ts"

const signedInAs = (id: string): Session => ({
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
  const forget = vi.fn()
  return { forget, stop: onMemberLeft(forget) }
}

test("a log-out calls back", () => {
  setSession(signedInAs("a"))
  const { forget } = listen()
  expect(forget).not.toHaveBeenCalled()
  setDeliberatelySignedOut()
  expect(forget).toHaveBeenCalledOnce()
  setSession(signedInAs("b"))
  expect(forget).toHaveBeenCalledOnce()
})

test("an expired session does not call back for the same member", () => {
  const { forget } = listen()
  setSession(signedInAs("a"))
  setSession({ status: "signed-out" })
  setSession(signedInAs("a"))
  expect(forget).not.toHaveBeenCalled()
})

test.each(["at once", "after an expired session"])(
  "the log-in of another member calls back %s",
  (way) => {
    const { forget } = listen()
    setSession(signedInAs("a"))
    if (way !== "at once") setSession({ status: "signed-out" })
    setSession(signedInAs("b"))
    expect(forget).toHaveBeenCalledOnce()
  },
)

test("a page from the back-forward cache calls back after a log-out elsewhere", () => {
  const { forget, stop } = listen()
  setSession(signedInAs("a"))
  const showAgain = () =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
  showAgain()
  expect(forget).not.toHaveBeenCalled()
  vi.stubGlobal("document", { cookie: "" })
  showAgain()
  expect(forget).toHaveBeenCalledOnce()
  stop()
  showAgain()
  setDeliberatelySignedOut()
  expect(forget).toHaveBeenCalledOnce()
})
