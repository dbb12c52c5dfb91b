import type { ComponentProps } from "react"

/** Renders a link that covers the row or card around it. The row or card must be `relative`. */
export const CoverLink = ({ className = "", ...rest }: ComponentProps<"a">) => (
  <a className={`cover-link ${className}`.trimEnd()} {...rest} />
)
