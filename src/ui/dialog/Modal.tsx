import { type ReactNode, useLayoutEffect, useRef } from "react"
import { followDialogs } from "../toast/toasts.ts"

interface Props {
  labelledBy: string
  className?: string
  /** Focuses the dialog instead of its first focusable element. */
  isDialogFocused?: boolean
  onCancel: () => void
  children: ReactNode
}

/** The parent closes the dialog by removing it. */
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
    // The dialog closes before React removes it. Otherwise the browser would not restore the focus.
    return () => {
      dialog?.close()
      // Toasts would otherwise be removed with the dialog.
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
        // A file picker in the dialog also sends this event.
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
