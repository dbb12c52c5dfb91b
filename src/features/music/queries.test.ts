import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { ask, forget } from "./queries.ts"

const MINUTE = 60_000

const ok = (body: string): Answer<string> => ({ ok: true, body, headers: new Headers() })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  forget("it")
  vi.useRealTimers()
})

test("an answer is fresh for half an hour", async () => {
  const fetchBody = vi.fn(async () => ok("first"))
  await ask("it", fetchBody)
  await vi.advanceTimersByTimeAsync(29 * MINUTE)
  expect(await ask("it", fetchBody)).toMatchObject({ body: "first" })
  expect(fetchBody).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  await ask("it", fetchBody)
  expect(fetchBody).toHaveBeenCalledTimes(2)
})

test("who asks meanwhile gets the same answer", async () => {
  const fetchBody = vi.fn(async () => ok("one"))
  const answers = await Promise.all([ask("it", fetchBody), ask("it", fetchBody)])
  expect(answers).toMatchObject([{ body: "one" }, { body: "one" }])
  expect(fetchBody).toHaveBeenCalledOnce()
})

test("a failure that may pass is tried once more", async () => {
  const fetchBody = vi
    .fn()
    .mockResolvedValueOnce(failed("unreachable"))
    .mockResolvedValue(ok("yes"))
  const answer = ask("it", fetchBody)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toMatchObject({ body: "yes" })
})

test("a second failure is the answer, and is not kept", async () => {
  const fetchBody = vi.fn(async (): Promise<Answer<string>> => failed("internal"))
  const answer = ask("it", fetchBody)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toMatchObject({ ok: false })
  expect(fetchBody).toHaveBeenCalledTimes(2)
  fetchBody.mockResolvedValue(ok("back"))
  expect(await ask("it", fetchBody)).toMatchObject({ body: "back" })
})

test("a refusal is not tried again", async () => {
  const fetchBody = vi.fn(async () => failed("sign_in_required"))
  expect(await ask("it", fetchBody)).toMatchObject({ failure: { code: "sign_in_required" } })
  expect(fetchBody).toHaveBeenCalledOnce()
})
