/** All that was reported of one thing, and the decision on it. */
import "../../ui/dialog.css"
import "./reports-admin.css"
import { useStore } from "@nanostores/react"
import { useEffect, useId, useState } from "react"
import { createPortal } from "react-dom"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useForm } from "../../ui/use-form.ts"
import type { ListScreen } from "../admin/list-screen.ts"
import { say, sayError } from "../admin/say.ts"
import { onLeft } from "../session/on-left.ts"
import { CaseNotice } from "./CaseNotice.tsx"
import { CaseOutcome } from "./CaseOutcome.tsx"
import { CaseReports } from "./CaseReports.tsx"
import { CaseTarget } from "./CaseTarget.tsx"
import { type ReportCase, titleOf } from "./case.ts"
import { DecideForm } from "./DecideForm.tsx"
import { createDecidings, type Decision } from "./deciding.ts"

const decidings = createDecidings()
onLeft(decidings.clear)

const keepAnswers = (event: BeforeUnloadEvent) => {
  if (decidings.isAnyBegun()) event.preventDefault()
}

interface Props {
  row: ReportCase
  screen: ListScreen<ReportCase>
  onClose: () => void
}

export function CaseDialog({ row, screen, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [deciding] = useState(() => decidings.open(row.id))
  const state = useStore(deciding.$case)
  const meanwhile = useStore(deciding.$meanwhile)
  const { failure } = useForm(deciding.form)

  useEffect(() => void deciding.load(), [deciding])
  // Also after it is closed: the answer is still in it.
  useEffect(() => addEventListener("beforeunload", keepAnswers), [])

  async function decide(decision: Decision) {
    const answer = await deciding.decide(decision)
    if (!answer) return
    if (answer.ok) {
      decidings.drop(row.id)
      screen.list.put(answer.body)
      const values = { title: titleOf(answer.body) }
      say("success", {
        title: `admin:reports.${decision}.done`,
        text: `admin:reports.${decision}.doneText`,
        values,
      })
      if (decision === "hide") screen.follow(answer.body.content_version, null)
      onClose()
    } else if (answer.failure.code === "not_found") {
      decidings.drop(row.id)
      sayError("admin:reports.failed", answer.failure)
      void screen.list.reload()
      onClose()
    } else if (deciding.$meanwhile.get() !== null) {
      // In its place: a list that is loaded anew may be without it, and this dialog with it.
      const now = deciding.$case.get()
      if (now.status === "ready") screen.list.put(now.item)
    }
  }

  return createPortal(
    <Modal labelledBy={titleId} className="case" isFocused onCancel={onClose}>
      <h2 id={titleId} lang="">
        {titleOf(row)}
      </h2>
      {state.status === "loading" && <LoadingRows label="admin:list.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="admin:reports.caseFailed"
          failure={state.failure}
          onRetry={() => void deciding.load()}
        />
      )}
      {state.status === "ready" && (
        <>
          <CaseTarget item={state.item} />
          <CaseReports item={state.item} />
          <CaseOutcome item={state.item} />
          <CaseNotice failure={failure} meanwhile={meanwhile} />
        </>
      )}
      {state.status === "ready" ? (
        <DecideForm item={state.item} deciding={deciding} onDecide={decide} onClose={onClose} />
      ) : (
        <div className="dialog-actions">
          <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
            {t("admin:editor.close")}
          </button>
        </div>
      )}
    </Modal>,
    document.body,
  )
}
