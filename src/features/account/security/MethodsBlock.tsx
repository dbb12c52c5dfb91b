/** Shows how the member can log in, and connects or disconnects a Google account. */
import { useEffect, useState } from "react"
import * as z from "zod/mini"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { call } from "../../../shared/call.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { showFailure, showOutcome, showSuccess } from "../../../ui/toast/show-outcome.ts"
import { ActionButton } from "../ActionButton.tsx"
import { $account, type Account } from "../own-account.ts"
import { removeParameters } from "../sign-in/google-error.ts"
import { getConnectionErrorText } from "./connection-error.ts"

/** Returns the result of connecting Google (see getConnectionErrorText()), and removes it from the URL. */
function takeConnectionResult(): MessageKey | null | undefined {
  const error = getConnectionErrorText(location.search)
  if (error !== undefined) {
    history.replaceState(history.state, "", removeParameters(location, "error", "google"))
  }
  return error
}

/** `address` is the URL of Google's consent page. */
const connectResponse = z.object({ address: z.string() })

async function connect(): Promise<void> {
  const result = await call("/api/auth/google/connect", {
    method: "POST",
    payload: {
      next: `${localePath("/profile", pageLocale())}?google#security`,
      language: pageLocale(),
    },
    read: (json) => z.parse(connectResponse, json).address,
  })
  if (result.ok) location.assign(result.body)
  else showFailure(result.failure, "security:methods.connectFailed")
}

async function disconnect(account: Account): Promise<void> {
  const t = pageTranslate()
  const result = await call("/api/account/google", { method: "DELETE" })
  if (result.ok) $account.mutate({ ...account, has_google: false })
  showOutcome(
    result,
    {
      title: t("security:methods.disconnected"),
      text: t("security:methods.disconnectedText"),
    },
    "security:methods.disconnectFailed",
  )
}

interface Props {
  account: Account
  isGoogleOffered: boolean
}

export function MethodsBlock({ account, isGoogleOffered }: Props) {
  const { has_password, has_google, has_passkey } = account
  const t = pageTranslate()
  const [refusal, setRefusal] = useState<MessageKey | null>(null)

  useEffect(() => {
    const outcome = takeConnectionResult()
    if (outcome) setRefusal(outcome)
    else if (outcome === null) {
      showSuccess("security:methods.connected", "security:methods.connectedText")
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
      {!has_google && isGoogleOffered && (
        <ActionButton
          className="btn-ghost btn-small"
          text="security:methods.connect"
          busyText="security:methods.connect"
          action={connect}
        />
      )}
      {has_google && (has_password || has_passkey) && (
        <ActionButton
          className="btn-ghost btn-small"
          text="security:methods.disconnect"
          busyText="security:methods.disconnecting"
          action={() => disconnect(account)}
        />
      )}
    </SettingsBlock>
  )
}
