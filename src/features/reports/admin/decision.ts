import { atom } from "nanostores"
import type * as z from "zod/mini"
import { callOrThrow, createLoadable, createQuery } from "../../../islands/query.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { createFormCache } from "../../../ui/forms/form-cache.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { caseDecisionBody, type DECISIONS } from "../schema.ts"
import { caseDetail, isChildInDanger, type ReportCase, reportCase } from "./case.ts"

export type Decision = (typeof DECISIONS)[number]

type DecisionBody = z.infer<typeof caseDecisionBody>

export interface DecisionValues {
  /** Text of the email to the reporters. */
  reply: string
  /** Text of the email to the owner of the content. */
  owner_reply: string
  /** Whether the owner gets an email if the content is hidden. Null until the super admin has chosen. */
  informs_owner: boolean | null
}

/** Returns whether hiding the content emails its owner. By default, it does not if a child may be in danger. */
export const willInformOwner = ({ informs_owner }: DecisionValues, item: ReportCase): boolean =>
  informs_owner ?? !isChildInDanger(item)

/**
 * Why the API has rejected a decision. `more`: a new report has arrived. `decided`: another super admin has decided.
 */
export type Interruption = "more" | "decided" | null

export function createDecision(id: string) {
  const path = `/api/admin/reports/${id}`
  // A decision is about the reports that the dialog shows, so the case is not read again on return to the tab.
  const $query = createQuery(path, caseDetail, { revalidateOnFocus: false })
  const $case = createLoadable($query)
  const $interruption = atom<Interruption>(null)
  let decision: Decision = "dismiss"

  const form = createForm<DecisionValues, DecisionBody, ReportCase>(
    { reply: "", owner_reply: "", informs_owner: null },
    {
      check(values) {
        const state = $case.get()
        const item = state.status === "ready" ? state.data : null
        const informs_owner = item !== null && willInformOwner(values, item)
        const isForOwner = decision === "inform" || (decision === "hide" && informs_owner)
        return checkWithSchema(caseDecisionBody, {
          decision,
          updated_at: item?.updated_at ?? "",
          ...(decision === "inform" ? {} : { reply: values.reply }),
          ...(isForOwner ? { owner_reply: values.owner_reply } : {}),
          ...(decision === "hide" ? { informs_owner } : {}),
        })
      },
      send: (payload) => call(path, { method: "PATCH", payload, read: reportCase }),
    },
    `decision ${path}`,
  )

  return {
    $case,
    $interruption,
    form,
    load: $query.invalidate,

    async decide(chosenDecision: Decision): Promise<CallResult<ReportCase> | null> {
      decision = chosenDecision
      $interruption.set(null)
      const result = await form.submit()
      const code = result && !result.ok ? result.failure.code : null
      if (code === "stale" || code === "already_decided") {
        // If the case cannot be read again, the dialog keeps its old data.
        await callOrThrow(path, caseDetail).then($query.mutate, () => {})
        form.reopen()
        $interruption.set(code === "stale" ? "more" : "decided")
      }
      return result
    },
  }
}

export type DecisionStore = ReturnType<typeof createDecision>

/** Creates a cache of decision stores, one for each case. A store keeps its typed replies when the dialog is closed. */
export const createDecisions = () =>
  createFormCache(
    createDecision,
    (id) => id,
    ({ form }) => {
      const { reply, owner_reply } = form.$values.get()
      return `${reply}${owner_reply}`.trim() !== ""
    },
  )
