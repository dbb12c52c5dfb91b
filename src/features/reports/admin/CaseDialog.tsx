/** Shows a case (all reports about one content), and lets super admins decide it. */
import { useStore } from "@nanostores/react"
import { useEffect, useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { CheckField, TextField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { Notice } from "../../admin/parts.tsx"
import { reloadReviewCounts } from "../../admin/review-counts.ts"
import type { ListScreen } from "../../admin/screen.ts"
import { toast, toastError } from "../../admin/toast.ts"
import { MAX_REPLY_LENGTH } from "../schema.ts"
import {
  type CaseDetail,
  getCaseTitle,
  isAnswerable,
  isChildInDanger,
  isOwnerUninformed,
  type ReportCase,
} from "./case.ts"
import { CaseNotice, CaseOutcome, CaseReports, CaseTarget } from "./case-parts.tsx"
import { createDecisions, type Decision, type DecisionStore, willInformOwner } from "./decision.ts"

interface FormProps {
  item: CaseDetail
  form: DecisionStore["form"]
  onDecide: (decision: Decision) => Promise<void>
  onClose: () => void
}

function formatQuestion(
  decision: Decision,
  item: CaseDetail,
  isOwnerToBeInformed: boolean,
): string {
  const t = pageTranslate()
  const { kind } = item
  if (decision === "dismiss") return t(`admin:reports.dismiss.text.${kind}`)
  if (decision === "inform") return t(`admin:reports.informed.${kind}`)
  return [
    t(`admin:reports.hide.text.${kind}`),
    t(isOwnerToBeInformed ? `admin:reports.informed.${kind}` : "admin:reports.silent"),
    t(isOwnerToBeInformed ? "admin:reports.hide.reporters" : "admin:reports.hide.onlyReporters"),
  ].join(" ")
}

function DecisionForm({ item, form, onDecide, onClose }: FormProps) {
  const t = pageTranslate()
  const { values, field, failure, isSending } = useForm(form)
  /** The decision that the super admin has chosen but not confirmed yet. */
  const [chosenDecision, setChosenDecision] = useState<Decision | null>(null)
  const isOpen = item.status === "open"
  const canStillInformOwner = isOwnerUninformed(item)
  const { kind } = item
  const isOwnerToBeInformed = willInformOwner(values, item)
  // If another super admin has decided the case, the unsent replies stay visible, so that they can be copied.
  const isReplyShown = isOpen || values.reply !== ""
  const isOwnerReplyShown = isOpen
    ? isOwnerToBeInformed
    : canStillInformOwner || values.owner_reply !== ""

  /** Opens the confirmation dialog. If a reply is too long, submits the form instead, which shows the error. */
  async function choose(decision: Decision) {
    const isForOwner = decision === "inform" || (decision === "hide" && isOwnerToBeInformed)
    const replies = [
      decision === "inform" ? "" : values.reply,
      isForOwner ? values.owner_reply : "",
    ]
    if (replies.some((text) => text.trim().length > MAX_REPLY_LENGTH)) await onDecide(decision)
    else setChosenDecision(decision)
  }

  async function confirm(decision: Decision) {
    await onDecide(decision)
    setChosenDecision(null)
  }

  const getLabel = (decision: Decision) =>
    t(decision === "hide" ? `admin:reports.hide.label.${kind}` : `admin:reports.${decision}.label`)
  const renderDecisionButton = (decision: Decision, className: string) => (
    <Button className={`btn-small ${className}`} onClick={() => void choose(decision)}>
      {getLabel(decision)}
    </Button>
  )
  return (
    <Form
      className="mt-6 grid gap-4.5 [&_:is(.hint,.error):empty]:hidden [&_textarea]:resize-y"
      failure={failure}
      // The Enter key sends nothing: only the buttons below send a decision.
      onSubmit={async () => {}}
    >
      {isReplyShown && (
        <TextField
          {...field("reply")}
          label={t(isOpen ? "admin:reports.reply" : "admin:reports.unsent")}
          hint={isOpen && t("admin:reports.replyHint")}
          max={MAX_REPLY_LENGTH}
          lines={3}
        />
      )}
      {isOpen && (
        <CheckField
          {...field("informs_owner")}
          label={t(`admin:reports.informs.${kind}`)}
          hint={t(isOwnerToBeInformed ? "admin:reports.informsHint" : "admin:reports.silent")}
          value={isOwnerToBeInformed}
        />
      )}
      {isOwnerReplyShown && (
        <TextField
          {...field("owner_reply")}
          label={t(
            isOpen || canStillInformOwner
              ? `admin:reports.ownerReply.${kind}`
              : "admin:reports.unsent",
          )}
          hint={(isOpen || canStillInformOwner) && t("admin:reports.ownerReplyHint")}
          max={MAX_REPLY_LENGTH}
          lines={3}
        />
      )}
      <div className="dialog-actions">
        <Button className="btn-ghost btn-small" onClick={onClose}>
          {t("admin:editor.close")}
        </Button>
        {isOpen && renderDecisionButton("dismiss", "btn-ghost")}
        {isOpen && renderDecisionButton("hide", "btn-danger")}
        {canStillInformOwner && renderDecisionButton("inform", "")}
      </div>
      {chosenDecision && (
        <ConfirmDialog
          title={t(`admin:reports.${chosenDecision}.question`, { title: getCaseTitle(item) })}
          text={formatQuestion(chosenDecision, item, isOwnerToBeInformed)}
          confirm={isSending ? t("admin:reports.deciding") : getLabel(chosenDecision)}
          cancel={t("admin:confirm.cancel")}
          isDanger={chosenDecision === "hide"}
          isBusy={isSending}
          onConfirm={() => void confirm(chosenDecision)}
          onCancel={() => !isSending && setChosenDecision(null)}
        />
      )}
    </Form>
  )
}

const decisions = createDecisions()
onMemberLeft(decisions.clear)

interface Props {
  row: ReportCase
  screen: ListScreen<ReportCase>
  onClose: () => void
}

export function CaseDialog({ row, screen, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [store] = useState(() => decisions.open(row.id))
  const state = useStore(store.$case)
  const interruption = useStore(store.$interruption)
  const { failure } = useForm(store.form)

  useEffect(() => {
    const stopWarning = decisions.warnBeforeUnload()
    return () => {
      // Typed replies are kept only while the case can still be answered.
      const finalState = store.$case.get()
      if (finalState.status === "ready" && !isAnswerable(finalState.data)) decisions.drop(row.id)
      stopWarning()
    }
  }, [store, row.id])

  async function decide(decision: Decision) {
    const result = await store.decide(decision)
    if (!result) return
    void reloadReviewCounts()
    if (result.ok) {
      decisions.drop(row.id)
      screen.list.put(result.body)
      const values = { title: getCaseTitle(result.body) }
      const isSilent = decision === "hide" && isOwnerUninformed(result.body)
      toast("success", {
        title: `admin:reports.${decision}.done`,
        text: isSilent ? "admin:reports.hide.silentDoneText" : `admin:reports.${decision}.doneText`,
        values,
      })
      if (decision === "hide") screen.follow(result.body.content_version, null)
      onClose()
    } else if (result.failure.code === "not_found") {
      decisions.drop(row.id)
      toastError("admin:reports.failed", result.failure)
      screen.list.reload()
      onClose()
    } else if (store.$interruption.get() !== null) {
      // Updates only the row of the case: reloading the list could remove the row together with this dialog.
      const newState = store.$case.get()
      if (newState.status === "ready") screen.list.put(newState.data)
    }
  }

  return (
    <Modal
      labelledBy={titleId}
      className="w-[min(720px,100%-32px)] bg-ink [&>.state]:mt-4.5 [&>.loading-rows]:mt-4.5 [&_h3]:text-base"
      isDialogFocused
      onCancel={onClose}
    >
      <h2 id={titleId} lang="">
        {getCaseTitle(row)}
      </h2>
      {state.status === "loading" && <LoadingRows label="admin:list.loading" />}
      {state.status === "failed" && (
        <LoadFailed title="admin:reports.caseFailed" failure={state.failure} onRetry={store.load} />
      )}
      {state.status === "ready" && (
        <>
          <CaseTarget item={state.data} />
          {isChildInDanger(state.data) && state.data.status === "open" && (
            <Notice tone="bad" className="mb-6">
              {t("admin:reports.childDanger.advice")}
            </Notice>
          )}
          <CaseReports item={state.data} />
          <CaseOutcome item={state.data} />
          <CaseNotice failure={failure} interruption={interruption} />
        </>
      )}
      {state.status === "ready" ? (
        <DecisionForm item={state.data} form={store.form} onDecide={decide} onClose={onClose} />
      ) : (
        <div className="dialog-actions">
          <Button className="btn-ghost btn-small" onClick={onClose}>
            {t("admin:editor.close")}
          </Button>
        </div>
      )}
    </Modal>
  )
}
