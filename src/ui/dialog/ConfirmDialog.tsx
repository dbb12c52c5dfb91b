import type { ReactNode } from "react"
import { Dialog } from "./Dialog.tsx"

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
  return (
    <Dialog
      className="confirm"
      title={title}
      cancel={cancel}
      onCancel={onCancel}
      actions={
        <button
          className={`btn btn-small ${isDanger ? "btn-danger" : ""}`}
          type="button"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={onConfirm}
        >
          {confirm}
        </button>
      }
    >
      <p className="soft">{text}</p>
      {children}
    </Dialog>
  )
}
