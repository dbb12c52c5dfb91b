import { expect, test } from "vitest"
import { explainError, StartFailure } from "../../netlify/host/start-failure.ts"

const makeError = (code: string) => Object.assign(new Error("no space left, write"), { code })

// 53100 is the SQLSTATE of a full disk.
test.each(["ENOSPC", "EDQUOT", "53100"])(
  "%s is explained with the reason and the folder",
  (code) => {
    const failure = explainError(makeError(code), "/srv/daina")
    expect(failure).toBeInstanceOf(StartFailure)
    expect(String(failure)).toContain("no space left, write")
    expect(String(failure)).toContain("/srv/daina")
  },
)

test("other errors are returned unchanged", () => {
  for (const error of [new StartFailure("a message"), makeError("EIO"), "thrown"]) {
    expect(explainError(error, "/srv/daina")).toBe(error)
  }
})
