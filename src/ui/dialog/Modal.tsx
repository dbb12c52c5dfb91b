/** A native modal dialog that is open while it is rendered. Closing it restores the focus. */
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { followDialogs } from "../toast/toasts.ts"

interface Props {
  /** The id of its heading. */
  labelledBy: string
  className?: string
  /** Whether the dialog itself gets the focus instead of its first field. */
  isFocused?: boolean
  /** Called on Escape. */
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
    // Undoes scrolling to the focused element.
    dialog?.scrollTo(0, 0)
    // The browser restores the focus only if the dialog is closed before it is removed.
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
        // Cancelling a file picker inside the dialog sends this event, too.
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
