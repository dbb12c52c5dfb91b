import { useStore } from "@nanostores/react"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { googleErrorText } from "../account/google-error.ts"
import { account } from "../account/own-account.ts"
import { takeAskedToDelete } from "./asked-to-delete.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"

/** The dialog names the account's address, so it waits for it. */
export function DeletionBlock() {
  const t = pageTranslate()
  const state = useStore(account.$account)
  const [isOpen, setIsOpen] = useState(false)
  const [refusal, setRefusal] = useState<MessageKey | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    setRefusal(googleErrorText(location.search))
    if (takeAskedToDelete()) setIsOpen(true)
  }, [])

  function cancel() {
    flushSync(() => setIsOpen(false))
    setRefusal(null)
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
        <DeletionDialog account={state.account} refusal={refusal} onCancel={cancel} />
      )}
    </SettingsBlock>
  )
}
