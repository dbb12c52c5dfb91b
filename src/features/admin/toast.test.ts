import { expect, test, vi } from "vitest"
import { failed } from "../../shared/call.ts"
import { failedText } from "./toast.ts"

// Without loaded texts, a key is shown as it is.
vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelectorAll: () => [] })

const textOf = (code: "internal" | "database_unavailable") => {
  const answer = failed(code)
  return failedText("admin:users.loadFailed", answer.failure)
}

test("a failure reads as the catalogue words it, with a reason only where that says more", () => {
  expect(textOf("internal")).toBe("admin:users.loadFailed")
  expect(textOf("database_unavailable")).toBe("admin:failedBecause")
})
