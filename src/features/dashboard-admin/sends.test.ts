import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { Send, SendsAnswer } from "./send.ts"
import { createSends } from "./sends.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

const makeSend = (id: string, changes: Partial<Pick<Send, "state" | "last_error">> = {}): Send => ({
  id,
  channel: "mail",
  kind: "verify_email",
  state: "failed",
  user_id: null,
  display_name: null,
  address: "m…@example.org",
  tries: 10,
  last_error: "No such box",
  created_at: "2026-01-01T10:00:00.000Z",
  next_try_at: "2026-01-01T10:00:00.000Z",
  ...changes,
})

const makeAnswer = (sends: Send[], mail: SendsAnswer["mail"] = "smtp"): SendsAnswer => ({
  mail,
  telegram: false,
  counts: { mails_waiting: 0, mails_failed: 0, suggestions_waiting: 0, suggestions_failed: 0 },
  sends,
})

/** Answers with each list once, and with the last one from then on. */
function makeSends(lists: Answer<SendsAnswer>[], asked: Answer<undefined> = ok(undefined)) {
  const retry = vi.fn(async (_id: string) => asked)
  const retryAll = vi.fn(async () => asked)
  const next = () => (lists.length > 1 ? lists.shift() : lists[0]) ?? failed("internal")
  const store = createSends({ list: async () => next(), retry, retryAll })
  return { ...store, asks: { retry, retryAll } }
}

const lists = (...all: Send[][]) => all.map((sends) => ok(makeAnswer(sends)))

test("one that was asked for is looked at until it has come out", async () => {
  const { read, retry, $trying, asks } = makeSends(
    lists(
      [makeSend("a")],
      [makeSend("a", { state: "due" })],
      [makeSend("a", { state: "sending" })],
      [makeSend("a", { state: "sent", last_error: null })],
    ),
  )
  await read()
  const asked = retry("a")
  expect($trying.get()).toEqual(["a"])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await asked).toMatchObject({ body: { sent: 1, failed: 0, waiting: 0, reason: null } })
  expect($trying.get()).toEqual([])
  expect(asks.retry).toHaveBeenCalledOnce()
})

test("a second press while it is tried asks for nothing", async () => {
  const { read, retry, retryAll, asks } = makeSends(
    lists([makeSend("a")], [makeSend("a", { state: "sending" })], [makeSend("a")]),
  )
  await read()
  const asked = retry("a")
  expect(await retry("a")).toBeNull()
  expect(await retryAll()).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  await asked
  expect(asks.retry).toHaveBeenCalledOnce()
  expect(asks.retryAll).not.toHaveBeenCalled()
})

test("of all, each has its own result, and what failed again is known", async () => {
  const { read, retryAll, $failedAgain } = makeSends(
    lists(
      [makeSend("a"), makeSend("b"), makeSend("c", { state: "waiting" })],
      [
        makeSend("a", { state: "sent" }),
        makeSend("b"),
        makeSend("c", { state: "waiting", last_error: "Busy" }),
      ],
    ),
  )
  await read()
  expect(await retryAll()).toMatchObject({ body: { sent: 1, failed: 2, reason: "No such box" } })
  expect($failedAgain.get()).toEqual(["b", "c"])
})

test("what has no way out is not asked for", async () => {
  const { read, retryAll, asks } = makeSends([ok(makeAnswer([makeSend("a")], "none"))])
  await read()
  expect(await retryAll()).toBeNull()
  expect(asks.retryAll).not.toHaveBeenCalled()
})

test("what is due already can be asked for, too: nobody may have come by", async () => {
  const { read, retryAll } = makeSends(
    lists([makeSend("a", { state: "due" })], [makeSend("a", { state: "sent" })]),
  )
  await read()
  expect(await retryAll()).toMatchObject({ body: { sent: 1 } })
})

test("a server that takes its time is not waited for without end", async () => {
  const { read, retry, $trying } = makeSends(
    lists([makeSend("a")], [makeSend("a", { state: "sending" })]),
  )
  await read()
  const asked = retry("a")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asked).toMatchObject({ body: { waiting: 1 } })
  expect($trying.get()).toEqual([])
})

test("a refusal is the answer, and the list is read anew", async () => {
  const { read, retry, $sends, $trying } = makeSends(
    lists([makeSend("a")], []),
    failed("sending_unavailable"),
  )
  await read()
  expect(await retry("a")).toMatchObject({ failure: { code: "sending_unavailable" } })
  expect($sends.get()).toMatchObject({ answer: { sends: [] } })
  expect($trying.get()).toEqual([])
})

test("what is shown stays when reading it anew fails", async () => {
  const { read, $sends } = makeSends([ok(makeAnswer([makeSend("a")])), failed("unreachable")])
  await read()
  await read()
  expect($sends.get()).toMatchObject({ status: "ready", answer: { sends: [{ id: "a" }] } })
})

test("what cannot be read at first is a failure, until it can", async () => {
  const { read, $sends } = makeSends([failed("unreachable"), ok(makeAnswer([]))])
  await read()
  expect($sends.get()).toMatchObject({ status: "failed", failure: { code: "unreachable" } })
  await read()
  expect($sends.get()).toMatchObject({ status: "ready" })
})
