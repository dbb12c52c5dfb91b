/** A native modal dialog, open as long as it is rendered. The focus goes back to where it came from. */
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { followDialogs } from "../toast/toasts.ts"

interface Props {
  /** The id of its heading. */
  labelledBy: string
  className?: string
  /** The dialog itself gets the focus, not the first thing in it. */
  isFocused?: boolean
  /** Escape was pressed. */
  onCancel: () => void
  children: ReactNode
}

export function Modal({
  labelledBy,
  className = "",
  isFocused = false,
  onCancel,
  children,
}: Props) {
  const element = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    followDialogs()
    if (isFocused) dialog?.focus()
    // Opening it had scrolled to the first button.
    dialog?.scrollTo(0, 0)
    // Closed before it goes: only then the browser gives the focus back.
    return () => {
      dialog?.close()
      // Moves toasts out of the dialog before it is removed, or they would be removed with it.
      followDialogs()
    }
  }, [isFocused])

  return (
    <dialog
      ref={element}
      tabIndex={-1}
      className={`dialog ${className}`}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // A file picker inside sends this too, when it is dismissed.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onCancel()
      }}
      onClose={(event) => {
        // A browser lets nobody hold a dialog open: a second Escape closes it.
        if (event.target === event.currentTarget && element.current) onCancel()
      }}
    >
      {children}
    </dialog>
  )
}
