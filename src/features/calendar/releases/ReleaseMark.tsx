import { RELEASE_MARK_CLASS } from "../row-classes.ts"

export const ReleaseMark = () => (
  <span className={RELEASE_MARK_CLASS} aria-hidden="true">
    ♪
  </span>
)
