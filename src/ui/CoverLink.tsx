import type { ComponentProps } from "react"

/** A link that makes its whole row or card clickable. The row or card must be `relative`. */
export const CoverLink = ({ className = "", ...rest }: ComponentProps<"a">) => (
  <a className={`cover-link ${className}`} {...rest} />
)
