import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { signOut } from "../session/sign-out.ts"
import { $isAsking, askBeforeSigningOut, signOutAskingFirst } from "./ask-before-signing-out.ts"

vi.mock("../session/sign-out.ts", () => ({ signOut: vi.fn() }))

/** As much of an element as a click needs. */
class FakeElement {
  readonly matches: string
  constructor(matches: string) {
    this.matches = matches
  }
  closest = (selector: string) => (selector === this.matches ? this : null)
}

let click: (target: FakeElement) => boolean

beforeEach(() => {
  vi.stubGlobal("Element", FakeElement)
  vi.stubGlobal("document", {
    addEventListener(_: string, listener: (event: object) => void) {
      click = (target) => {
        const stopPropagation = vi.fn()
        listener({ target, stopPropagation })
        return stopPropagation.mock.calls.length === 0
      }
    },
  })
  vi.mocked(signOut).mockClear()
  $isAsking.set(false)
})

afterEach(() => void vi.unstubAllGlobals())

test("who has something to lose is asked first, whichever way they sign out", async () => {
  askBeforeSigningOut(() => true)
  await signOutAskingFirst()
  expect(signOut).not.toHaveBeenCalled()
  expect($isAsking.get()).toBe(true)

  $isAsking.set(false)
  expect(click(new FakeElement("[data-sign-out]"))).toBe(false)
  expect($isAsking.get()).toBe(true)
})

test("who has nothing to lose signs out at once, and other clicks are left alone", async () => {
  let mayLose = false
  askBeforeSigningOut(() => mayLose)
  await signOutAskingFirst()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect(click(new FakeElement("[data-sign-out]"))).toBe(true)
  mayLose = true
  expect(click(new FakeElement("[data-theme-toggle]"))).toBe(true)
  expect($isAsking.get()).toBe(false)
})
