import type { ComponentProps, ReactNode } from "react"
import { Dialog } from "./Dialog.tsx"

/** `cancel` and `confirm` are the labels of the buttons. */
interface Props extends Pick<ComponentProps<typeof Dialog>, "title" | "cancel" | "onCancel"> {
  text: string
  confirm: string
  isDanger?: boolean
  isBusy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

export function ConfirmDialog({
  text,
  confirm,
  isDanger = true,
  isBusy = false,
  onConfirm,
  children,
  ...dialog
}: Props) {
  return (
    <Dialog
      {...dialog}
      className="confirm"
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
