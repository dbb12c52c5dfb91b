import type { ReactNode } from "react"

interface Props {
  isBusy: boolean
  className?: string
  type?: "button" | "submit"
  label?: string
  onClick?: () => void
  children: ReactNode
}

/** A button that keeps the focus and ignores clicks while its action runs. */
export function BusyButton({
  isBusy,
  type = "button",
  className,
  label,
  onClick,
  children,
}: Props) {
  return (
    <button
      className={`btn ${className ?? ""}`}
      type={type}
      aria-label={label}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.()
      }}
    >
      {children}
    </button>
  )
}
