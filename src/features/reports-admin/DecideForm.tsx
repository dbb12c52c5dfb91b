import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Form } from "../../ui/Form.tsx"
import { TextField } from "../../ui/fields.tsx"
import { useForm } from "../../ui/use-form.ts"
import { REPLY_MAX } from "../reports/schema.ts"
import { type CaseDetail, titleOf } from "./case.ts"
import type { Deciding, Decision } from "./deciding.ts"

interface Props {
  item: CaseDetail
  deciding: Deciding
  onDecide: (decision: Decision) => Promise<void>
  onClose: () => void
}

/** The answer to both sides, and the two ways to decide, each asked about first. */
export function DecideForm({ item, deciding: { form }, onDecide, onClose }: Props) {
  const t = pageTranslate()
  const { values, change, field, failure, isSending } = useForm(form)
  const [asked, setAsked] = useState<Decision | null>(null)
  const isOpen = item.status === "open"
  const { kind } = item

  /** An answer that cannot be sent is refused before the question. */
  async function ask(decision: Decision) {
    if (values.reply.trim().length > REPLY_MAX) await onDecide(decision)
    else setAsked(decision)
  }

  async function confirm(decision: Decision) {
    await onDecide(decision)
    setAsked(null)
  }

  // What was typed for a case that somebody else decided stays to be read, or copied.
  const isAnswerShown = isOpen || values.reply !== ""
  return (
    <Form className="case-form" failure={failure} onSubmit={async () => {}}>
      {isAnswerShown && (
        <TextField
          {...field("reply")}
          label={t(isOpen ? "admin:reports.reply" : "admin:reports.unsent")}
          hint={isOpen && t(`admin:reports.replyHint.${kind}`)}
          value={values.reply}
          max={REPLY_MAX}
          lines={4}
          onChange={(reply) => change({ reply })}
        />
      )}
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("admin:editor.close")}
        </button>
        {isOpen && (
          <>
            <button
              className="btn btn-ghost btn-small"
              type="button"
              onClick={() => void ask("dismiss")}
            >
              {t("admin:reports.dismiss.label")}
            </button>
            <button
              className="btn btn-danger btn-small"
              type="button"
              onClick={() => void ask("hide")}
            >
              {t(`admin:reports.hide.label.${kind}`)}
            </button>
          </>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={t(`admin:reports.${asked}.ask`, { title: titleOf(item) })}
          text={t(`admin:reports.${asked}.text.${kind}`)}
          confirm={t(
            isSending
              ? "admin:reports.deciding"
              : asked === "hide"
                ? `admin:reports.hide.label.${kind}`
                : "admin:reports.dismiss.label",
          )}
          cancel={t("admin:confirm.cancel")}
          isDanger={asked === "hide"}
          isBusy={isSending}
          onConfirm={() => void confirm(asked)}
          onCancel={() => !isSending && setAsked(null)}
        />
      )}
    </Form>
  )
}
