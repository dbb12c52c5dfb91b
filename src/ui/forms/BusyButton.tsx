import { type ReactNode, useState } from "react"

interface Props {
  isBusy?: boolean
  className?: string
  type?: "button" | "submit"
  label?: string
  /** The button is busy until a returned promise settles. */
  onClick?: () => unknown
  children: ReactNode
}

/** A button that keeps the focus and ignores clicks while its action runs. */
export function BusyButton({
  type = "button",
  className,
  label,
  onClick,
  children,
  ...props
}: Props) {
  const [isRunning, setIsRunning] = useState(false)
  const isBusy = isRunning || props.isBusy === true
  return (
    <button
      className={`btn ${className ?? ""}`}
      type={type}
      aria-label={label}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) return event.preventDefault()
        const action = onClick?.()
        if (!(action instanceof Promise)) return
        setIsRunning(true)
        void action.finally(() => setIsRunning(false))
      }}
    >
      {children}
    </button>
  )
}
