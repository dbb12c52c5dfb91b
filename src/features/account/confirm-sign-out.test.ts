import { beforeEach, expect, test, vi } from "vitest"
import { signOut } from "../../session/sign-out.ts"
import { $isConfirming, confirmSignOut, guardSignOut } from "./confirm-sign-out.ts"

vi.mock("../../session/sign-out.ts", () => ({ signOut: vi.fn() }))

class FakeElement {
  readonly selector: string
  constructor(selector: string) {
    this.selector = selector
  }
  closest = (selector: string) => (selector === this.selector ? this : null)
}

/** Dispatches a click. Returns false if the click was stopped before it reached other scripts. */
let dispatchClick: (target: FakeElement) => boolean

beforeEach(() => {
  vi.stubGlobal("Element", FakeElement)
  vi.stubGlobal("document", {
    addEventListener(_: string, listener: (event: object) => void) {
      dispatchClick = (target) => {
        const stopPropagation = vi.fn()
        listener({ target, stopPropagation })
        return stopPropagation.mock.calls.length === 0
      }
    },
  })
})

test("a log-out has to be confirmed only while there are unsaved changes", async () => {
  let hasChanges = false
  guardSignOut(() => hasChanges)
  await confirmSignOut()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect(dispatchClick(new FakeElement("[data-sign-out]"))).toBe(true)

  hasChanges = true
  expect(dispatchClick(new FakeElement("[data-theme-toggle]")), "another button").toBe(true)
  expect($isConfirming.get()).toBe(false)
  await confirmSignOut()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect($isConfirming.get()).toBe(true)
  $isConfirming.set(false)
  expect(dispatchClick(new FakeElement("[data-sign-out]"))).toBe(false)
  expect($isConfirming.get()).toBe(true)
})
