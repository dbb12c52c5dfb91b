/** The members' calendar. Loaded when it comes into view, which it does for members alone. */
import { type ReactNode, useEffect, useState } from "react"
import { CalendarScreen } from "./CalendarScreen.tsx"

interface Props {
  /** What stands there until it is loaded; also what is prebuilt, since a build has no member. */
  children: ReactNode
}

export function Calendar({ children }: Props) {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  // A box around it: only what has one can come into view.
  return isInBrowser ? <CalendarScreen loading={children} /> : <div>{children}</div>
}
