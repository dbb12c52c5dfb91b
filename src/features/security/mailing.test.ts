import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createMailing } from "./mailing.ts"

const SENT: Answer<undefined> = { ok: true, body: undefined, headers: new Headers() }

test("one mail is asked for at a time", async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<undefined>>()
  const send = vi.fn(() => promise)
  const { $mailing, ask } = createMailing(send)
  const asking = [ask(), ask()]
  expect($mailing.get().status).toBe("sending")
  resolve(SENT)
  await Promise.all(asking)
  expect(send).toHaveBeenCalledTimes(1)
  expect($mailing.get().status).toBe("sent")
})

test("a mail that was refused says why, and can be asked for again", async () => {
  const answers = [failed("rate_limited"), SENT]
  const { $mailing, ask } = createMailing(async () => answers.shift() ?? failed("internal"))
  await ask()
  expect($mailing.get()).toMatchObject({ status: "failed", failure: { code: "rate_limited" } })
  await ask()
  expect($mailing.get().status).toBe("sent")
})
