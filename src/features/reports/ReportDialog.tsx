/** Reporting something to the site's admins. What is typed stays until it is sent or the page is left. */
import "../../ui/dialog.css"
import "./report.css"
import { useEffect, useId, useState } from "react"
import type { Failure } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Form } from "../../ui/Form.tsx"
import { TextField } from "../../ui/fields.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { RadioField } from "../../ui/RadioField.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { onLeft } from "../session/on-left.ts"
import { ReportNotice } from "./ReportNotice.tsx"
import { REASON_TEXTS, type ReportTarget, sendReport } from "./report.ts"
import { createReportForms } from "./report-form.ts"
import { DETAILS_MAX, REASONS } from "./schema.ts"

const forms = createReportForms(sendReport)
onLeft(forms.clear)

/** There is nothing to be reported any more, or nobody to report it. */
const isOver = ({ code }: Failure) => code === "not_found" || code === "own_content"

interface Props {
  target: ReportTarget
  onClose: () => void
}

export function ReportDialog({ target, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [form] = useState(() => forms.open(target))
  const { values, change, field, failure, isSending } = useForm(form)

  useEffect(() => onLeft(onClose), [onClose])

  async function submit() {
    const answer = await form.submit()
    // What can be mended, or tried again, is said in the dialog.
    if (!answer || (!answer.ok && !isOver(answer.failure))) return
    const done = answer.ok && answer.body.isKnown ? "already" : "sent"
    tellOutcome(
      answer.ok ? null : answer.failure,
      { title: t(`reports:${done}.title`), text: t(`reports:${done}.text`) },
      "reports:failed",
    )
    forms.drop(target)
    onClose()
  }

  return (
    <Modal labelledBy={titleId} className="report" isFocused onCancel={onClose}>
      <h2 id={titleId}>{t(`reports:title.${target.kind}`)}</h2>
      <p className="report-target" lang="">
        {target.title}
      </p>
      <p className="soft">{t("reports:lead")}</p>
      <Form className="report-form" failure={failure} onSubmit={submit}>
        <RadioField
          {...field("reason")}
          label={t("reports:reason")}
          value={values.reason}
          options={REASONS.map((value) => ({ value, label: t(REASON_TEXTS[value]) }))}
          // With it changes what the details have to say.
          onChange={(reason) => change({ reason, details: values.details })}
        />
        <TextField
          {...field("details")}
          label={t(values.reason === "other" ? "reports:detailsRequired" : "reports:details")}
          hint={t("reports:detailsHint")}
          value={values.details}
          max={DETAILS_MAX}
          lines={4}
          isRequired={values.reason === "other"}
          onChange={(details) => change({ details })}
        />
        <ReportNotice failure={failure} />
        <div className="dialog-actions">
          <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
            {t("reports:cancel")}
          </button>
          <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "reports:sending" : "reports:submit")}
          </WaitingButton>
        </div>
      </Form>
    </Modal>
  )
}
