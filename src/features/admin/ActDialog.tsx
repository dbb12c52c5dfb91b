/** The one question before an act that needs it. */
import "../../ui/dialog.css"
import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { TextField } from "../../ui/fields.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import type { Act, Question } from "./act.ts"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
}

interface AskingProps<Listed extends Row> extends Props<Listed> {
  act: Act<Listed>
  question: Question
  rows: readonly Listed[]
  isBusy: boolean
}

function Asking<Listed extends Row>(props: AskingProps<Listed>) {
  const { screen, act, question, rows, isBusy } = props
  const { acting, resource } = screen
  const t = pageTranslate()
  const id = useId()
  const [reason, setReason] = useState("")
  const [first] = rows
  const isMany = rows.length > 1 && question.manyText !== undefined
  const text = (isMany && question.manyText) || question.text
  const values = { title: first ? resource.titleOf(first) : "", count: rows.length }
  const isTooLong = question.reason !== undefined && reason.trim().length > question.reason.max

  return (
    <Modal labelledBy={id} className="confirm" onCancel={acting.cancel}>
      <h2 id={id}>{t(question.title, values)}</h2>
      <p className="soft">{t(text, values)}</p>
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
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={acting.cancel}>
          {t("admin:confirm.cancel")}
        </button>
        <WaitingButton
          className={`btn-small ${act.isDanger ? "btn-danger" : ""}`}
          isBusy={isBusy}
          onClick={() => {
            if (!isTooLong) void acting.confirm(reason.trim())
          }}
        >
          {t((isBusy && question.busy) || question.confirm, values)}
        </WaitingButton>
      </div>
    </Modal>
  )
}

export function ActDialog<Listed extends Row>({ screen }: Props<Listed>) {
  const state = useStore(screen.acting.$acting)
  if (state.status === "none") return null
  const { act, rows, status } = state
  const { question } = act
  if (!question) return null
  const isBusy = status === "running"
  return <Asking screen={screen} act={act} question={question} rows={rows} isBusy={isBusy} />
}
