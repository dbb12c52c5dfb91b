import { expect, test, vi } from "vitest"
import { createFailure } from "../../shared/call.ts"
import { formatFailure } from "./toast.ts"

vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelectorAll: () => [] })

const getToastText = (code: "internal" | "database_unavailable") => {
  const result = createFailure(code)
  return formatFailure("admin:users.loadFailed", result.failure)
}

test("a failure toast shows the reason of an expected error, but not of an internal one", () => {
  expect(getToastText("internal")).toBe("admin:users.loadFailed")
  expect(getToastText("database_unavailable")).toBe("admin:failedBecause")
})
