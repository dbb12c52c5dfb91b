import { beforeEach, expect, test } from "vitest"
import { $toasts, showToast } from "./toasts.ts"

beforeEach(() => $toasts.set([]))

const titles = () => $toasts.get().map(({ title }) => title)

test("a newer outcome of the same takes the older one's place, and no other's", () => {
  showToast({ tone: "error", title: "Not saved", about: "saving" })
  showToast({ tone: "error", title: "Not sent", about: "sending" })
  showToast({ tone: "success", title: "Saved", about: "saving" })
  expect(titles()).toEqual(["Not sent", "Saved"])
})

test("messages that are no outcome of a try stay beside each other", () => {
  showToast({ tone: "success", title: "One" })
  showToast({ tone: "success", title: "Two" })
  expect(titles()).toEqual(["One", "Two"])
})
