/** A button that asks for a mail, and what became of it. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import type { Answer, Failure } from "../../call.ts"
import type { MessageKey, Translate } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { waitingTime } from "../../ui/waiting-time.ts"
import { createMailing } from "./mailing.ts"

interface Props {
  send: () => Promise<Answer<unknown>>
  email: string
  label: MessageKey
  sent: "security:email.sent" | "security:password.linkSent"
}

const HOUR_SECONDS = 3600

function failedText({ code, retryAfter = HOUR_SECONDS }: Failure, t: Translate): string {
  return code === "rate_limited"
    ? t("security:email.tooMany", { time: waitingTime(retryAfter, pageLocale()) })
    : t(failureText(code))
}

export function MailButton({ send, email, label, sent }: Props) {
  const t = pageTranslate()
  const [{ $mailing, ask }] = useState(() => createMailing(send))
  const mailing = useStore($mailing)
  const isSending = mailing.status === "sending"
  return (
    <>
      {mailing.status !== "sent" && (
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={isSending}
          onClick={() => void ask()}
        >
          {t(isSending ? "security:email.sending" : label)}
        </WaitingButton>
      )}
      <div className="security-said" role="status">
        {mailing.status === "sent" && <p>{t(sent, { email })}</p>}
        {mailing.status === "failed" && <p className="error">{failedText(mailing.failure, t)}</p>}
      </div>
    </>
  )
}
