/** Deciding on what was reported: read whole, answered, hidden or dismissed; settled with other admins. */
import { atom } from "nanostores"
import type * as z from "zod/mini"
import { type Answer, call } from "../../../call.ts"
import { callFor, createQuery, loadable } from "../../../query.ts"
import { createBegun } from "../../../ui/forms/begun.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { caseDecisionBody, type DECISIONS } from "../schema.ts"
import { caseDetail, type ReportCase, reportCase } from "./case.ts"

export type Decision = (typeof DECISIONS)[number]

type DecisionBody = z.infer<typeof caseDecisionBody>

/** What came between: another report, or another admin's decision. */
export type Interruption = "more" | "decided" | null

export function createDecision(id: string) {
  const path = `/api/admin/reports/${id}`
  // It changes under nobody's eyes: a decision is on what was read.
  const $query = createQuery(path, caseDetail, { revalidateOnFocus: false })
  const $case = loadable($query)
  const $interruption = atom<Interruption>(null)
  let decision: Decision = "dismiss"

  const form = createForm<{ reply: string }, DecisionBody, ReportCase>(
    { reply: "" },
    {
      check({ reply }) {
        const state = $case.get()
        const updated_at = state.status === "ready" ? state.data.updated_at : ""
        return checked(caseDecisionBody, { decision, reply, updated_at })
      },
      send: (payload) =>
        call(path, { method: "PATCH", payload, read: (json) => reportCase.parse(json) }),
    },
    `decision ${path}`,
  )

  return {
    $case,
    $interruption,
    form,
    load: $query.invalidate,

    /** Null while another decision is on its way. Where things stand otherwise, that is shown. */
    async decide(what: Decision): Promise<Answer<ReportCase> | null> {
      decision = what
      $interruption.set(null)
      const answer = await form.submit()
      const code = answer && !answer.ok ? answer.failure.code : null
      if (code === "stale" || code === "already_decided") {
        await callFor(path, caseDetail).then($query.mutate, () => {})
        form.reopen()
        $interruption.set(code === "stale" ? "more" : "decided")
      }
      return answer
    },
  }
}

export type DecisionStore = ReturnType<typeof createDecision>

/** Answers, by the case. */
export const createDecisions = () =>
  createBegun(
    createDecision,
    (id) => id,
    ({ form }) => form.$values.get().reply.trim() !== "",
  )
