import { type ReactNode, useId } from "react"
import { Modal } from "./Modal.tsx"

interface Props {
  title: string
  text: string
  confirm: string
  cancel: string
  /** Whether it cannot be undone, or takes something away. */
  isDanger?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** What is chosen with it. */
  children?: ReactNode
}

/** Asks before something that cannot be undone, or that others are told of. Texts come translated. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  isDanger = true,
  isBusy = false,
  onConfirm,
  onCancel,
  children,
}: Props) {
  const id = useId()
  return (
    <Modal labelledBy={id} className="confirm" onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{text}</p>
      {children}
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onCancel}>
          {cancel}
        </button>
        <button
          className={`btn btn-small ${isDanger ? "btn-danger" : ""}`}
          type="button"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={onConfirm}
        >
          {confirm}
        </button>
      </div>
    </Modal>
  )
}
