/** The account: its address, its devices, its password and the mails it gets. */
import "./security.css"
import { useStore } from "@nanostores/react"
import { useId } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { account } from "../account/own-account.ts"
import { DevicesBlock } from "./DevicesBlock.tsx"
import { EmailBlock } from "./EmailBlock.tsx"
import { MailsBlock } from "./MailsBlock.tsx"
import { MethodsBlock } from "./MethodsBlock.tsx"
import { PasswordBlock } from "./PasswordBlock.tsx"

export function SecuritySection() {
  const t = pageTranslate()
  const id = useId()
  const state = useStore(account.$account)
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:title")}</h2>
      {state.status === "loading" && <LoadingRows label="security:loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="security:failed"
          failure={state.failure}
          onRetry={() => void account.load()}
        />
      )}
      {state.status === "ready" && (
        <>
          <EmailBlock account={state.account} />
          <MethodsBlock account={state.account} />
          <DevicesBlock />
          <PasswordBlock account={state.account} />
          <MailsBlock account={state.account} />
        </>
      )}
    </section>
  )
}
