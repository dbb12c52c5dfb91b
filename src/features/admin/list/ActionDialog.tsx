import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { TextField } from "../../../ui/forms/fields.tsx"
import type { ListScreen } from "../screen.ts"
import type { Action, Question, Row } from "./resource.ts"

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
}

interface QuestionProps<Listed extends Row> extends Props<Listed> {
  action: Action<Listed>
  question: Question<Listed>
  rows: readonly Listed[]
  isBusy: boolean
}

function QuestionDialog<Listed extends Row>(props: QuestionProps<Listed>) {
  const { screen, action, question, rows, isBusy } = props
  const { actions, resource } = screen
  const t = pageTranslate()
  const id = useId()
  const [reason, setReason] = useState("")
  const [first] = rows
  const { manyTitle = question.title, manyText = question.text } = question
  const [title, text] = rows.length > 1 ? [manyTitle, manyText] : [question.title, question.text]
  const values = { title: first ? resource.getTitle(first) : "", count: rows.length }
  const isTooLong = question.reason !== undefined && reason.trim().length > question.reason.max

  return (
    <Dialog
      className="confirm"
      title={t(title, values)}
      cancel={t(question.cancelLabel ?? "admin:confirm.cancel")}
      onCancel={actions.cancel}
      actions={
        <Button
          className={`btn-small ${action.isDanger ? "btn-danger" : ""}`}
          isBusy={isBusy}
          onClick={() => {
            if (!isTooLong) void actions.confirm(reason.trim())
          }}
        >
          {t((isBusy && question.busyLabel) || question.confirmLabel, values)}
        </Button>
      }
    >
      <p className="soft">{t(text, values)}</p>
      {first &&
        question.details?.(first, t).map((line) => (
          <p key={line} className="soft">
            {line}
          </p>
        ))}
      {first && question.Extra && (
        <question.Extra
          row={first}
          isBusy={isBusy}
          runInstead={(other) => void actions.runInstead(other)}
        />
      )}
      {question.reason && (
        <TextField
          id={`${id}reason`}
          error={isTooLong ? "too_long" : undefined}
          label={t(question.reason.label)}
          hint={t(question.reason.hint)}
          max={question.reason.max}
          lines={3}
          value={reason}
          onChange={setReason}
        />
      )}
    </Dialog>
  )
}

export function ActionDialog<Listed extends Row>({ screen }: Props<Listed>) {
  const state = useStore(screen.actions.$action)
  if (state.status === "none" || !state.action.question) return null
  const { action, rows, status } = state
  return (
    <QuestionDialog
      screen={screen}
      action={action}
      question={state.action.question}
      rows={rows}
      isBusy={status === "running"}
    />
  )
}
