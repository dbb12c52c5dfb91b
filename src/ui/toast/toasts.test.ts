import { beforeEach, expect, test } from "vitest"
import { $toasts, showToast } from "./toasts.ts"

beforeEach(() => $toasts.set([]))

const getTitles = () => $toasts.get().map(({ title }) => title)

test("a toast replaces earlier toasts with the same subject, but not with other subjects", () => {
  showToast({ tone: "error", title: "Not saved", subject: "saving" })
  showToast({ tone: "error", title: "Not sent", subject: "sending" })
  showToast({ tone: "success", title: "Saved", subject: "saving" })
  expect(getTitles()).toEqual(["Not sent", "Saved"])
})

test("toasts with different titles and no subject do not replace each other", () => {
  showToast({ tone: "success", title: "One" })
  showToast({ tone: "success", title: "Two" })
  expect(getTitles()).toEqual(["One", "Two"])
})
