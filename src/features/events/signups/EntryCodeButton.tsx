import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import type { SignupStatus } from "../schema.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.ts"

interface Props {
  event: {
    id: string
    is_cancelled: boolean
    signup_id?: string | null | undefined
  }
  status: SignupStatus | null
  className?: string
}

/** A button that opens the member's entry code. Renders nothing if the member has no place at the event. */
export function EntryCodeButton({ event, status, className = "" }: Props) {
  const signup = status === "going" && !event.is_cancelled ? event.signup_id : null
  usePreloadedEntryCode(Boolean(signup))
  if (!signup) return null
  return (
    <Button className={`btn-small ${className}`} onClick={() => openEntryCode(event.id, signup)}>
      {pageTranslate()("signups:code.show")}
    </Button>
  )
}
