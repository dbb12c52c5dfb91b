import { useEffect, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { onMemberLeft } from "../../session/on-member-left.ts"
import type { Failure } from "../../shared/call.ts"
import { FormDialog } from "../../ui/dialog/FormDialog.tsx"
import { RadioField, TextField } from "../../ui/forms/fields.tsx"
import { useForm } from "../../ui/forms/use-form.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { FormNotice } from "../account/FormNotice.tsx"
import { createReportForms, type ReportTarget } from "./report.ts"
import { MAX_DETAILS_LENGTH, REASONS } from "./schema.ts"

const forms = createReportForms()
onMemberLeft(forms.clear)

/** Returns whether a report failed because the content does not exist or belongs to the reporting member. */
const isUnreportable = ({ code }: Failure) => code === "not_found" || code === "own_content"

interface Props {
  target: ReportTarget
  onClose: () => void
}

export function ReportDialog({ target, onClose }: Props) {
  const t = pageTranslate()
  const [form] = useState(() => forms.open(target))
  const { values, change, field, failure, isSending } = useForm(form)

  useEffect(() => onMemberLeft(onClose), [onClose])

  async function submit() {
    const result = await form.submit()
    if (!result || (!result.ok && !isUnreportable(result.failure))) return
    const outcome = result.ok && result.body.wasAlreadyReported ? "already" : "sent"
    showOutcome(
      result,
      { title: t(`reports:${outcome}.title`), text: t(`reports:${outcome}.text`) },
      "reports:failed",
    )
    forms.drop(target)
    onClose()
  }

  return (
    <FormDialog
      title={t(`reports:title.${target.kind}`)}
      lead={
        <>
          <p className="mt-1.5 font-semibold" lang="">
            {target.title}
          </p>
          <p className="mt-2.5 text-soft">{t("reports:lead")}</p>
        </>
      }
      className="w-140"
      isDialogFocused
      cancel={t("reports:cancel")}
      submit={t(isSending ? "reports:sending" : "reports:submit")}
      isSending={isSending}
      failure={failure}
      notice={<FormNotice failure={failure} loginLinkKey="reports:signIn" />}
      onSubmit={submit}
      onCancel={onClose}
    >
      {/* A new reason also clears the error of the details, because only the reason "other" requires details. */}
      <RadioField
        {...field("reason")}
        label={t("reports:reason")}
        options={REASONS.map((value) => ({ value, label: t(`reports:reasons.${value}`) }))}
        onChange={(reason) => change({ reason, details: values.details })}
      />
      {values.reason === "child_danger" && (
        <p className="-mt-2 mb-4 font-semibold" role="status">
          {t("reports:emergency")}
        </p>
      )}
      <TextField
        {...field("details")}
        label={t(values.reason === "other" ? "reports:detailsRequired" : "reports:details")}
        hint={t("reports:detailsHint")}
        max={MAX_DETAILS_LENGTH}
        lines={4}
        isRequired={values.reason === "other"}
      />
    </FormDialog>
  )
}
