import type { ComponentProps } from "react"

/** Makes its whole row or card clickable. The row or card must be `relative`. */
export const CoverLink = ({ className = "", ...rest }: ComponentProps<"a">) => (
  <a className={`cover-link ${className}`} {...rest} />
)
