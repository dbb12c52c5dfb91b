import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { CaseDetail, ReportCase } from "./case.ts"
import { createDeciding, createDecidings } from "./deciding.ts"
import { makeCase } from "./fixtures.ts"

const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

const LATER = "2026-05-01T11:00:00.000Z"

function makeCalls(found: CaseDetail[], answers: Answer<ReportCase>[]) {
  return {
    find: vi.fn(async () => {
      const item = found.shift()
      return item ? ok(item) : failed("not_found")
    }),
    decide: vi.fn(async () => answers.shift() ?? failed("internal")),
  }
}

test("a decision is sent with the answer, for the case as it was read, and once", async () => {
  const hidden = makeCase({ status: "hidden" })
  const calls = makeCalls([makeCase()], [ok(hidden)])
  const { load, form, decide } = createDeciding("c1", calls)
  await load()
  form.change({ reply: " Not here. " })
  const [first, second] = await Promise.all([decide("hide"), decide("dismiss")])
  expect(first).toMatchObject({ ok: true, body: { status: "hidden" } })
  expect(second).toBeNull()
  expect(calls.decide).toHaveBeenCalledExactlyOnceWith("c1", {
    decision: "hide",
    reply: "Not here.",
    updated_at: makeCase().updated_at,
  })
})

test("a report that came in meanwhile is shown before another try, and the answer stays", async () => {
  const more = makeCase({ reports: 2, updated_at: LATER })
  const calls = makeCalls([makeCase(), more], [failed("stale"), ok(more)])
  const { load, form, decide, $case, $meanwhile } = createDeciding("c1", calls)
  await load()
  form.change({ reply: "It stays." })
  await decide("dismiss")
  expect($meanwhile.get()).toBe("more")
  expect($case.get()).toMatchObject({ item: { reports: 2 } })
  expect(form.$values.get().reply).toBe("It stays.")
  await decide("dismiss")
  expect($meanwhile.get()).toBeNull()
  expect(calls.decide).toHaveBeenLastCalledWith(
    "c1",
    expect.objectContaining({ updated_at: LATER, reply: "It stays." }),
  )
})

test("who was slower than another admin sees what was decided, and keeps the words", async () => {
  const decided = makeCase({ status: "dismissed", decided_at: LATER })
  const calls = makeCalls([makeCase(), decided], [failed("already_decided")])
  const { load, form, decide, $case, $meanwhile } = createDeciding("c1", calls)
  await load()
  form.change({ reply: "Off with it." })
  await decide("hide")
  expect($meanwhile.get()).toBe("decided")
  expect($case.get()).toMatchObject({ item: { status: "dismissed" } })
  expect(form.$values.get().reply).toBe("Off with it.")
})

test("an answer that was begun is there when the case is opened again, until it is decided", () => {
  const decidings = createDecidings(makeCalls([], []))
  expect(decidings.isAnyBegun()).toBe(false)
  decidings.open("c1").form.change({ reply: "Well," })
  expect(decidings.open("c1").form.$values.get().reply).toBe("Well,")
  expect(decidings.isAnyBegun()).toBe(true)
  decidings.drop("c1")
  expect(decidings.open("c1").form.$values.get().reply).toBe("")
})
