import { type ReactNode, useLayoutEffect, useRef } from "react"
import { followDialogs } from "../toast/toasts.ts"

interface Props {
  labelledBy: string
  className?: string
  /** Focuses the dialog itself instead of its first focusable element. */
  isDialogFocused?: boolean
  onCancel: () => void
  children: ReactNode
}

/** Renders an open modal dialog. The parent closes the dialog by removing it. */
export function Modal({
  labelledBy,
  className = "",
  isDialogFocused = false,
  onCancel,
  children,
}: Props) {
  const element = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    followDialogs()
    if (isDialogFocused) dialog?.focus()
    dialog?.scrollTo(0, 0)
    // Closes the dialog before React removes it. Otherwise the browser would not restore the focus.
    return () => {
      dialog?.close()
      // Moves the toasts out of the dialog. Otherwise React would remove them with the dialog.
      followDialogs()
    }
  }, [isDialogFocused])

  return (
    <dialog
      ref={element}
      tabIndex={-1}
      className={`dialog ${className}`}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // Closing a file picker in the dialog without a choice also sends a `cancel` event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onCancel()
      }}
      onClose={(event) => {
        // Browsers close a dialog on a second Escape, even if the `cancel` event of the first one was
        // prevented.
        if (event.target === event.currentTarget && element.current) onCancel()
      }}
    >
      {children}
    </dialog>
  )
}
