import { type ComponentProps, useState } from "react"

interface Props extends Omit<ComponentProps<"button">, "onClick"> {
  isBusy?: boolean
  onClick?: () => unknown
}

/**
 * A button that ignores clicks while `isBusy` is true, and while a promise that `onClick` returned is pending. The
 * button is not `disabled` meanwhile, so that it keeps the focus.
 */
export function Button({ className = "", isBusy = false, onClick, ...props }: Props) {
  const [isRunning, setIsRunning] = useState(false)
  const isInactive = isBusy || isRunning || undefined
  return (
    <button
      className={`btn ${className}`.trimEnd()}
      type="button"
      aria-busy={isInactive}
      aria-disabled={isInactive}
      onClick={(event) => {
        if (isInactive) return event.preventDefault()
        const action = onClick?.()
        if (!(action instanceof Promise)) return
        setIsRunning(true)
        void action.finally(() => setIsRunning(false))
      }}
      {...props}
    />
  )
}
