import type { ComponentProps } from "react"

const COVER =
  "hover:underline underline-offset-4 focus-visible:outline-none after:absolute after:inset-0 after:rounded-small focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(color:--focus)"

/** A link by which all of its row or card can be pressed, which has to be `relative`. */
export const CoverLink = ({ className = "", ...rest }: ComponentProps<"a">) => (
  <a className={`${COVER} ${className}`} {...rest} />
)
