/**
 * Asks members without a confirmed email address to confirm it before they publish, with a button that emails the link
 * again. Super admins can publish without confirming it.
 */
import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { $session } from "../../../session/session.ts"
import { $accountState } from "../own-account.ts"
import { resendVerification } from "../sign-in/calls.ts"
import { MailButton } from "./MailButton.tsx"

export type UnconfirmedText =
  | "account:unconfirmed.team"
  | "account:unconfirmed.post"
  | "account:unconfirmed.event"
  | "account:unconfirmed.signup"

interface Props {
  /** Names the action that requires a confirmed address. */
  text: UnconfirmedText
  /** Whether the API just refused the action. Then the notice is shown even before the account is loaded. */
  isRefused?: boolean
}

/** Classes of a box with a colored bar at its side. */
const NOTICE =
  "relative grid justify-items-start gap-2 rounded-small border border-line bg-raise py-3.5 pr-4.5 pl-6.5 text-md wrap-anywhere before:absolute before:inset-y-3.5 before:left-2.5 before:w-1 before:rounded-full before:bg-lt"

export function ConfirmEmail({ text, isRefused = false }: Props) {
  const t = pageTranslate()
  const session = useStore($session)
  const state = useStore($accountState)
  const isConfirmed = state.status === "ready" && state.data.email_verified
  const isOpen = isRefused || (state.status === "ready" && !isConfirmed)

  if (!isOpen || session.status !== "signed-in" || session.role === "super_admin") return null
  if (isConfirmed) return <p className={`${NOTICE} text-soft`}>{t("account:unconfirmed.done")}</p>
  const { email } = session.user
  return (
    <div className={NOTICE}>
      <strong>{t("account:unconfirmed.title")}</strong>
      <p className="text-soft">
        {t(text)} {t("account:unconfirmed.how", { email })}
      </p>
      <MailButton
        send={resendVerification}
        email={email}
        label="account:unconfirmed.resend"
        sentText="security:email.sent"
      />
    </div>
  )
}
