import { useStore } from "@nanostores/react"
import { useState } from "react"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import type { CallResult, Failure } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { formatWaitingTime } from "../../../ui/forms/failure-message.ts"
import { createSubmission } from "../../../ui/forms/submission.ts"

interface Props {
  send: () => Promise<CallResult<unknown>>
  email: string
  label: MessageKey
  sentText: "security:email.sent" | "security:password.linkSent"
}

/** Waiting time in seconds that the error text names if the response has no `Retry-After`. */
const DEFAULT_RETRY_SECONDS = 3600

function getSendErrorText(
  { code, retryAfter = DEFAULT_RETRY_SECONDS }: Failure,
  t: Translate,
): string {
  return code === "rate_limited"
    ? t("security:email.tooMany", { time: formatWaitingTime(retryAfter, pageLocale()) })
    : t(getFailureKey(code))
}

/** A button that sends an email to the member. After a success, `sentText` replaces the button. */
export function MailButton({ send, email, label, sentText }: Props) {
  const t = pageTranslate()
  const [{ $submission, submit }] = useState(() =>
    createSubmission({ check: () => ({ ok: true, body: undefined }), send }),
  )
  const submission = useStore($submission)
  const isSending = submission.status === "sending"
  return (
    <>
      {submission.status !== "done" && (
        <Button
          className="btn-ghost btn-small"
          isBusy={isSending}
          onClick={() => void submit(undefined)}
        >
          {t(isSending ? "security:email.sending" : label)}
        </Button>
      )}
      <div className="empty:hidden" role="status">
        {submission.status === "done" && <p>{t(sentText, { email })}</p>}
        {submission.status === "open" && submission.failure && (
          <p className="error">{getSendErrorText(submission.failure, t)}</p>
        )}
      </div>
    </>
  )
}
