import type { ReactNode } from "react"
import { Dialog } from "./Dialog.tsx"

interface Props {
  title: string
  text: string
  confirm: string
  cancel: string
  /** Whether the action deletes something or cannot be undone. */
  isDanger?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Fields that belong to the confirmation. */
  children?: ReactNode
}

/** Asks for confirmation before an action that cannot be undone or notifies others. Props are translated texts. */
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
