/** The ways in that a member has, and connecting Google as one. */
import { useEffect, useState } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { $account, type Account } from "../own-account.ts"
import { googleErrorText, withoutError } from "../sign-in/google-error.ts"
import { startConnecting } from "./google-ways.ts"

/** Returns why Google is not connected, once, or null when it is; undefined when the member does not come from Google. */
function takeOutcome(): MessageKey | null | undefined {
  if (!new URLSearchParams(location.search).has("google")) return undefined
  const error = googleErrorText(location.search)
  history.replaceState(history.state, "", withoutError(location, "google"))
  return error
}

/** Leads to Google, where connecting goes on. */
async function connect(): Promise<void> {
  const answer = await startConnecting()
  if (answer.ok) location.assign(answer.body)
  else tellOutcome(answer.failure, { title: "" }, "security:methods.connectFailed")
}

async function disconnect(account: Account): Promise<void> {
  const t = pageTranslate()
  const answer = await call("/api/account/google", { method: "DELETE", read: () => undefined })
  if (answer.ok) $account.mutate({ ...account, has_google: false })
  tellOutcome(
    answer.ok ? null : answer.failure,
    {
      title: t("security:methods.disconnected"),
      text: t("security:methods.disconnectedText"),
    },
    "security:methods.disconnectFailed",
  )
}

interface Props {
  account: Account
  /** Whether the site was set up for Google. */
  hasGoogle: boolean
}

export function MethodsBlock({ account, hasGoogle }: Props) {
  const { has_password, has_google, has_passkey } = account
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<MessageKey | null>(null)

  function run(action: Promise<void>) {
    setIsBusy(true)
    void action.finally(() => setIsBusy(false))
  }

  useEffect(() => {
    const t = pageTranslate()
    const outcome = takeOutcome()
    if (outcome) setRefusal(outcome)
    else if (outcome === null) {
      showToast({
        tone: "success",
        title: t("security:methods.connected"),
        text: t("security:methods.connectedText"),
      })
    }
  }, [])

  return (
    <SettingsBlock
      title={t("security:methods.title")}
      hint={
        has_google && !has_password && !has_passkey
          ? t("security:methods.needsPassword")
          : undefined
      }
    >
      <ul className="flex flex-wrap gap-x-2.5 gap-y-1">
        {has_password && <li className="badge">{t("security:methods.password")}</li>}
        {has_google && <li className="badge">{t("security:methods.google")}</li>}
        {has_passkey && <li className="badge">{t("security:methods.passkey")}</li>}
      </ul>
      <p className="error empty:hidden" role="alert">
        {refusal && t(refusal)}
      </p>
      {!has_google && hasGoogle && (
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={isBusy}
          onClick={() => run(connect())}
        >
          {t("security:methods.connect")}
        </WaitingButton>
      )}
      {has_google && (has_password || has_passkey) && (
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={isBusy}
          onClick={() => run(disconnect(account))}
        >
          {t(isBusy ? "security:methods.disconnecting" : "security:methods.disconnect")}
        </WaitingButton>
      )}
    </SettingsBlock>
  )
}
