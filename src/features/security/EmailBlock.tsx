import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { resendVerification } from "../account/mailed-links.ts"
import { type Account, account as accountStore } from "../account/own-account.ts"
import { MailButton } from "./MailButton.tsx"

/** The link in the mail opens another tab: who comes back from it sees the address confirmed. */
function useFreshAccount(isAwaited: boolean): void {
  useEffect(() => {
    const look = () => void (document.hidden || accountStore.load())
    if (isAwaited) document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [isAwaited])
}

export function EmailBlock({ account: { email, email_verified } }: { account: Account }) {
  const t = pageTranslate()
  useFreshAccount(!email_verified)
  return (
    <SettingsBlock
      title={t("security:email.title")}
      hint={email_verified ? undefined : t("security:email.hint")}
    >
      <p className="security-line">
        <strong className="security-email">{email}</strong>
        <span className={email_verified ? "badge badge-done" : "badge badge-open"}>
          {t(email_verified ? "security:email.confirmed" : "security:email.notConfirmed")}
        </span>
      </p>
      {!email_verified && (
        <MailButton
          send={resendVerification}
          email={email}
          label="security:email.resend"
          sent="security:email.sent"
        />
      )}
    </SettingsBlock>
  )
}
