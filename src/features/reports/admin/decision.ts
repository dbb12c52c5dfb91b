/** The decision on a case: hidden or dismissed, with an answer for each side, in turn with other super admins. */
import { atom } from "nanostores"
import type * as z from "zod/mini"
import { callFor, createQuery, loadable } from "../../../islands/query.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { createBegun } from "../../../ui/forms/begun.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { caseDecisionBody, type DECISIONS } from "../schema.ts"
import { caseDetail, isChildInDanger, type ReportCase, reportCase } from "./case.ts"

export type Decision = (typeof DECISIONS)[number]

type DecisionBody = z.infer<typeof caseDecisionBody>

export interface DecisionValues {
  /** To the members who reported. */
  reply: string
  /** To the member whose content it is. */
  owner_reply: string
  /** Whether that member is emailed when it is hidden; null while nothing was chosen. */
  informs_owner: boolean | null
}

/** Returns whether hiding emails the member: as chosen, by default unless a child may be in danger. */
export const informsOwner = ({ informs_owner }: DecisionValues, item: ReportCase): boolean =>
  informs_owner ?? !isChildInDanger(item)

/** What interrupted a decision: another report, or another super admin's decision. */
export type Interruption = "more" | "decided" | null

export function createDecision(id: string) {
  const path = `/api/admin/reports/${id}`
  // It changes under nobody's eyes: a decision is on what was read.
  const $query = createQuery(path, caseDetail, { revalidateOnFocus: false })
  const $case = loadable($query)
  const $interruption = atom<Interruption>(null)
  let decision: Decision = "dismiss"

  const form = createForm<DecisionValues, DecisionBody, ReportCase>(
    { reply: "", owner_reply: "", informs_owner: null },
    {
      check(values) {
        const state = $case.get()
        const item = state.status === "ready" ? state.data : null
        const informs_owner = item !== null && informsOwner(values, item)
        const isForOwner = decision === "inform" || (decision === "hide" && informs_owner)
        return checked(caseDecisionBody, {
          decision,
          updated_at: item?.updated_at ?? "",
          ...(decision === "inform" ? {} : { reply: values.reply }),
          ...(isForOwner ? { owner_reply: values.owner_reply } : {}),
          ...(decision === "hide" ? { informs_owner } : {}),
        })
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
    ({ form }) => {
      const { reply, owner_reply } = form.$values.get()
      return `${reply}${owner_reply}`.trim() !== ""
    },
  )
