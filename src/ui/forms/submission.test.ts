import { expect, test, vi } from "vitest"
import { type CallResult, createFailure } from "../../shared/call.ts"
import { createSubmission, failCheck } from "./submission.ts"

const saved = { ok: true as const, body: "saved", headers: new Headers() }

function makeSubmission(results: CallResult<string>[] = [saved]) {
  const send = vi.fn(async (_title: string) => results.shift() ?? saved)
  const submission = createSubmission({
    check: (title: string) =>
      title ? { ok: true as const, body: title } : failCheck({ title: "required" }),
    send,
  })
  return { ...submission, send }
}

test("invalid values are not sent", async () => {
  const { submit, send, $submission } = makeSubmission()
  await submit("")
  expect(send).not.toHaveBeenCalled()
  expect($submission.get()).toEqual({
    status: "open",
    failure: { code: "invalid", errors: { title: "required" } },
  })
})

test("a form is sent once even if it is submitted again during or after sending", async () => {
  const { submit, send, $submission } = makeSubmission()
  const first = submit("a")
  expect(await submit("a")).toBeNull()
  expect($submission.get().status).toBe("sending")
  expect(await first).toEqual(saved)
  expect(await submit("a")).toBeNull()
  expect(send).toHaveBeenCalledTimes(1)
})

test("a form can be sent again after a failure", async () => {
  const { submit, $submission } = makeSubmission([createFailure("unreachable"), saved])
  await submit("a")
  expect($submission.get()).toMatchObject({ status: "open", failure: { code: "unreachable" } })
  expect(await submit("a")).toEqual(saved)
})

test("a reopened form can be sent again", async () => {
  const { submit, reopen, send } = makeSubmission()
  await submit("a")
  reopen()
  await submit("b")
  expect(send).toHaveBeenCalledTimes(2)
})

test("clearing the last field error clears the failure", async () => {
  const { submit, clearErrors, $submission } = makeSubmission([
    createFailure("invalid", { errors: { title: "too_long", slug: "slug_taken" } }),
  ])
  await submit("a")
  clearErrors(["title", "content"])
  expect($submission.get()).toMatchObject({ failure: { errors: { slug: "slug_taken" } } })
  clearErrors(["slug"])
  expect($submission.get()).toEqual({ status: "open", failure: null })
})

test("a failure without field errors stays when a field changes", async () => {
  const { submit, clearErrors, $submission } = makeSubmission([createFailure("unreachable")])
  await submit("a")
  clearErrors(["title"])
  expect($submission.get()).toMatchObject({ failure: { code: "unreachable" } })
})

test("an error that the check throws becomes a failure, and the form stays open", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  const submission = createSubmission({
    check: () => Promise.reject(new Error("a mistake")),
    send: async () => saved,
  })
  await submission.submit("a")
  expect(submission.$submission.get()).toMatchObject({
    status: "open",
    failure: { code: "internal" },
  })
  vi.restoreAllMocks()
})
