import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect } from "react"
import type { MessageKey } from "../i18n/keys.ts"
import { getLoginUrl } from "../session/login-address.ts"
import { $session, needsLogin, readSession } from "../session/session.ts"
import { LoadFailed, LoadingRows } from "../ui/LoadState.tsx"

interface Props {
  /** Text for screen readers while the session is loading. */
  loading: MessageKey
  /** Title of the error if the session cannot be read. */
  failed: MessageKey
  children: ReactNode
}

/** Renders its children for a signed-in member. Opens the log-in page for visitors. */
export function MemberOnly({ loading, failed, children }: Props) {
  const session = useStore($session)
  const isLoginDue = needsLogin(session)
  useEffect(() => {
    if (isLoginDue) location.replace(getLoginUrl())
  }, [isLoginDue])
  if (session.status === "signed-in") return children
  return session.status === "signed-out" && !isLoginDue ? (
    <LoadFailed title={failed} heading="h2" onRetry={() => void readSession()} />
  ) : (
    <LoadingRows label={loading} />
  )
}
