import { useStore } from "@nanostores/react"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { showToast } from "../../ui/toasts.ts"
import { googleErrorText } from "../account/google-error.ts"
import { account } from "../account/own-account.ts"
import { takeAskedToDelete } from "./asked-to-delete.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"

/** The dialog names the account's address, so it waits for it. */
export function DeletionBlock() {
  const t = pageTranslate()
  const state = useStore(account.$account)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const refusal = googleErrorText(location.search)
    if (refusal) showToast({ tone: "error", title: t(refusal) })
    if (takeAskedToDelete()) setIsOpen(true)
  }, [t])

  function cancel() {
    flushSync(() => setIsOpen(false))
    // The browser gives the focus back to a button that was pressed; the address pressed none.
    button.current?.focus()
  }

  return (
    <SettingsBlock
      title={t("security:leaving.delete.title")}
      hint={t("security:leaving.delete.hint")}
    >
      {state.status === "failed" ? (
        <LoadFailed
          title="security:failed"
          failure={state.failure}
          onRetry={() => void account.load()}
        />
      ) : (
        <button
          ref={button}
          className="btn btn-danger btn-small"
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {t("security:leaving.delete.open")}
        </button>
      )}
      {isOpen && state.status === "ready" && (
        <DeletionDialog account={state.account} onCancel={cancel} />
      )}
    </SettingsBlock>
  )
}
