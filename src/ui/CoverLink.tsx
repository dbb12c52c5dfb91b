import type { ComponentProps } from "react"

const COVER =
  "hover:underline underline-offset-4 focus-visible:outline-none after:absolute after:inset-0 after:rounded-small focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(color:--focus)"

/** A link that makes its whole row or card clickable. The row or card must be `relative`. */
export const CoverLink = ({ className = "", ...rest }: ComponentProps<"a">) => (
  <a className={`${COVER} ${className}`} {...rest} />
)
