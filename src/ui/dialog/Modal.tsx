/** A native modal dialog that is open while it is rendered. When it closes, the browser restores the focus. */
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { followDialogs } from "../toast/toasts.ts"

interface Props {
  labelledBy: string
  className?: string
  /** Whether the dialog itself gets the focus instead of its first field. */
  isDialogFocused?: boolean
  onCancel: () => void
  children: ReactNode
}

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
    // Undoes scrolling to the focused element.
    dialog?.scrollTo(0, 0)
    // The browser restores the focus only if the dialog is closed before it is removed.
    return () => {
      dialog?.close()
      // Moves toasts out of the dialog. Otherwise they would be removed with it.
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
        // A file picker inside the dialog also sends this event when it is cancelled.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onCancel()
      }}
      onClose={(event) => {
        // Browsers close a dialog on a second Escape, even if the first one was prevented.
        if (event.target === event.currentTarget && element.current) onCancel()
      }}
    >
      {children}
    </dialog>
  )
}
