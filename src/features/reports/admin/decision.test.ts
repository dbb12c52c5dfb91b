import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { invalidateKeys } from "../../../islands/query.ts"
import { makeProblem, serve, watch } from "../../account/fixtures.ts"
import type { CaseDetail } from "./case.ts"
import { createDecision, createDecisions } from "./decision.ts"
import { makeCase } from "./fixtures.ts"

const LATER = "2026-05-01T11:00:00.000Z"

beforeEach(() => invalidateKeys(() => true))
afterEach(() => vi.unstubAllGlobals())

async function openCase(loadedCases: CaseDetail[], responders: (() => Response)[]) {
  const requests = serve({
    "GET /api/admin/reports/c1": () => Response.json(loadedCases.shift()),
    "PATCH /api/admin/reports/c1": () => responders.shift()?.() ?? makeProblem("internal", 500),
  })
  const store = createDecision("c1")
  watch(store.$case)
  await vi.waitFor(() => expect(store.$case.get().status).toBe("ready"))
  const listSentBodies = () =>
    requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)
  return { ...store, sent: listSentBodies }
}

test("a decision is sent once, with the reply and the version of the case that was shown", async () => {
  const hiddenCase = makeCase({ status: "hidden" })
  const { form, decide, sent } = await openCase([makeCase()], [() => Response.json(hiddenCase)])
  form.change({ reply: " Not here. " })
  const [first, second] = await Promise.all([decide("hide"), decide("dismiss")])
  expect(first).toMatchObject({ ok: true, body: { status: "hidden" } })
  expect(second).toBeNull()
  expect(sent()).toEqual([
    {
      decision: "hide",
      reply: "Not here.",
      owner_reply: null,
      informs_owner: true,
      updated_at: makeCase().updated_at,
    },
  ])
})

test("in a case of child_danger, informs_owner is false unless the super admin chooses it", async () => {
  const childDangerCase = makeCase({ reasons: { child_danger: 1, spam: 4 } })
  const { form, decide, sent } = await openCase(
    [childDangerCase],
    [() => makeProblem("internal", 500), () => makeProblem("internal", 500)],
  )
  form.change({ owner_reply: "Typed before." })
  await decide("hide")
  form.change({ informs_owner: true })
  await decide("hide")
  const [silentBody, informingBody] = sent()
  expect(silentBody).toMatchObject({ informs_owner: false })
  expect(silentBody).not.toHaveProperty("owner_reply")
  expect(informingBody).toMatchObject({ informs_owner: true, owner_reply: "Typed before." })
})

test("if the owner is informed after the decision, only the reply to the owner is sent", async () => {
  const hiddenCase = makeCase({ status: "hidden", decided_at: LATER })
  const { form, decide, sent } = await openCase([hiddenCase], [() => Response.json(hiddenCase)])
  form.change({ owner_reply: "It breaks our rules." })
  await decide("inform")
  expect(sent()).toEqual([
    { decision: "inform", owner_reply: "It breaks our rules.", updated_at: hiddenCase.updated_at },
  ])
})

test("a report that arrives during the decision is shown first, and the reply stays", async () => {
  const withNewReport = makeCase({ reports: 2, updated_at: LATER })
  const { form, decide, sent, $case, $interruption } = await openCase(
    [makeCase(), withNewReport],
    [() => makeProblem("stale", 409), () => Response.json(withNewReport)],
  )
  form.change({ reply: "It stays." })
  await decide("dismiss")
  expect($interruption.get()).toBe("more")
  expect($case.get()).toMatchObject({ data: { reports: 2 } })
  expect(form.$values.get().reply).toBe("It stays.")
  await decide("dismiss")
  expect($interruption.get()).toBeNull()
  expect(sent().at(-1)).toMatchObject({ updated_at: LATER, reply: "It stays." })
})

test("the decision of another super admin is shown, and the typed reply stays", async () => {
  const decidedCase = makeCase({ status: "dismissed", decided_at: LATER })
  const { form, decide, $case, $interruption } = await openCase(
    [makeCase(), decidedCase],
    [() => makeProblem("already_decided", 409)],
  )
  form.change({ reply: "Off with it." })
  await decide("hide")
  expect($interruption.get()).toBe("decided")
  expect($case.get()).toMatchObject({ data: { status: "dismissed" } })
  expect(form.$values.get().reply).toBe("Off with it.")
})

test("a typed reply is kept when the case is opened again, until the decision is dropped", () => {
  const decisions = createDecisions()
  expect(decisions.isAnyDirty()).toBe(false)
  decisions.open("c1").form.change({ reply: "Well," })
  expect(decisions.open("c1").form.$values.get().reply).toBe("Well,")
  expect(decisions.isAnyDirty()).toBe(true)
  decisions.drop("c1")
  expect(decisions.open("c1").form.$values.get().reply).toBe("")
})
