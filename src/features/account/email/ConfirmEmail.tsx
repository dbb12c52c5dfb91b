import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { $session } from "../../../session/session.ts"
import { $accountState } from "../own-account.ts"
import { resendVerification } from "../sign-in/calls.ts"
import { MailButton } from "./MailButton.tsx"

/** Message key of a text about an action that requires a confirmed email address. */
export type UnconfirmedText =
  | "account:unconfirmed.team"
  | "account:unconfirmed.post"
  | "account:unconfirmed.event"
  | "account:unconfirmed.signup"
  | "account:unconfirmed.notifications"

interface Props {
  text: UnconfirmedText
  /** Whether the API has refused the action. If true, the notice appears even before the account is loaded. */
  isRefused?: boolean
}

const NOTICE_CLASS =
  "relative grid justify-items-start gap-2 rounded-small border border-line bg-raise py-3.5 pr-4.5 pl-6.5 text-md wrap-anywhere before:absolute before:inset-y-3.5 before:left-2.5 before:w-1 before:rounded-full before:bg-lt"

/**
 * Asks the member to confirm the email address if it is not confirmed yet. Renders nothing for super admins,
 * because they can publish without a confirmed address.
 */
export function ConfirmEmail({ text, isRefused = false }: Props) {
  const t = pageTranslate()
  const session = useStore($session)
  const accountState = useStore($accountState)
  const isLoaded = accountState.status === "ready"
  const isConfirmed = isLoaded && accountState.data.email_verified
  const isShown = isRefused || (isLoaded && !isConfirmed)

  if (!isShown || session.status !== "signed-in" || session.role === "super_admin") return null
  if (isConfirmed)
    return <p className={`${NOTICE_CLASS} text-soft`}>{t("account:unconfirmed.done")}</p>
  const { email } = session.user
  return (
    <div className={NOTICE_CLASS}>
      <strong>{t("account:unconfirmed.title")}</strong>
      <p className="text-soft">
        {t(text)} {t("account:unconfirmed.how", { email })}{" "}
        {text !== "account:unconfirmed.notifications" && t("account:unconfirmed.kept")}
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
