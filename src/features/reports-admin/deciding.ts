/** Deciding on what was reported: read whole, answered, hidden or dismissed; settled with other admins. */
import { atom } from "nanostores"
import type * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import { caseDecisionBody, type DECISIONS } from "../reports/schema.ts"
import { type CaseDetail, caseDetail, type ReportCase, reportCase } from "./case.ts"

export type Decision = (typeof DECISIONS)[number]

type DecisionBody = z.infer<typeof caseDecisionBody>

export type CaseState =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; item: CaseDetail }

/** What happened while somebody was deciding: another report came in, or another admin was quicker. */
export type Meanwhile = "more" | "decided" | null

export interface CaseCalls {
  find: (id: string) => Promise<Answer<CaseDetail>>
  decide: (id: string, body: DecisionBody) => Promise<Answer<ReportCase>>
}

const path = (id: string) => `/api/admin/reports/${id}`

export const caseCalls: CaseCalls = {
  find: (id) => call(path(id), { read: (json) => caseDetail.parse(json) }),
  decide: (id, payload) =>
    call(path(id), { method: "PATCH", payload, read: (json) => reportCase.parse(json) }),
}

export function createDeciding(id: string, calls: CaseCalls) {
  const $case = atom<CaseState>({ status: "loading" })
  const $meanwhile = atom<Meanwhile>(null)
  let decision: Decision = "dismiss"
  let latest = 0

  const form = createForm<{ reply: string }, DecisionBody, ReportCase>(
    { reply: "" },
    {
      check({ reply }) {
        const state = $case.get()
        const updated_at = state.status === "ready" ? state.item.updated_at : ""
        const parsed = caseDecisionBody.safeParse({ decision, reply, updated_at })
        return parsed.success
          ? { ok: true, body: parsed.data }
          : refused(fieldErrors(parsed.error.issues))
      },
      send: (body) => calls.decide(id, body),
    },
  )

  /** Reads all of it anew; what is shown stays until then. */
  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    if ($case.get().status !== "ready") $case.set({ status: "loading" })
    const answer = await calls.find(id)
    if (mine !== latest) return
    if (answer.ok) $case.set({ status: "ready", item: answer.body })
    else if ($case.get().status !== "ready") {
      $case.set({ status: "failed", failure: answer.failure })
    }
  }

  return {
    $case,
    $meanwhile,
    form,
    load,

    /** Null while another decision is on its way. Where things stand otherwise, that is shown. */
    async decide(what: Decision): Promise<Answer<ReportCase> | null> {
      decision = what
      $meanwhile.set(null)
      const answer = await form.submit()
      const code = answer && !answer.ok ? answer.failure.code : null
      if (code === "stale" || code === "already_decided") {
        await load()
        form.reopen()
        $meanwhile.set(code === "stale" ? "more" : "decided")
      }
      return answer
    },
  }
}

export type Deciding = ReturnType<typeof createDeciding>

/** Answers that were begun stay when their dialog is closed, until they are sent or the page is left. */
export function createDecidings(calls: CaseCalls = caseCalls) {
  const kept = new Map<string, Deciding>()
  return {
    open(id: string): Deciding {
      const deciding = kept.get(id) ?? createDeciding(id, calls)
      kept.set(id, deciding)
      return deciding
    },
    /** It is decided, or gone. */
    drop: (id: string): void => void kept.delete(id),
    /** Another person may be next. */
    clear: (): void => kept.clear(),
    isAnyBegun: (): boolean =>
      [...kept.values()].some(({ form }) => form.$values.get().reply.trim() !== ""),
  }
}
