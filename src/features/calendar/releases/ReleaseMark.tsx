import { MARK_CLASS } from "../row-classes.ts"

export const ReleaseMark = () => (
  <span className={MARK_CLASS} aria-hidden="true">
    ♪
  </span>
)
