/** Taking one's data along, and deleting the account. */
import { useStore } from "@nanostores/react"
import { useEffect, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { $account, $accountState } from "../own-account.ts"
import "../proof/start.ts"
import { googleErrorText, withoutError } from "../sign-in/google-error.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"

/** Everything that is held on the member, as a file. */
const EXPORT_FILE = "daina-my-data.json"

/** It is gathered from many tables. */
const TIMEOUT_MS = 60_000

/** Hands the data to the browser's downloads; a plain link would show a failure's JSON. */
async function exportData(): Promise<void> {
  const t = pageTranslate()
  const answer = await call("/api/account/export", {
    read: (json) => new Blob([JSON.stringify(json, null, 2)], { type: "application/json" }),
    timeout: TIMEOUT_MS,
    cache: "no-store",
  })
  if (answer.ok) {
    const href = URL.createObjectURL(answer.body)
    Object.assign(document.createElement("a"), { href, download: EXPORT_FILE }).click()
    // Not before the browser has taken it.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  }
  tellOutcome(
    answer.ok ? null : answer.failure,
    {
      title: t("security:deletion.export.done"),
      text: t("security:deletion.export.doneText", { file: EXPORT_FILE }),
    },
    "security:deletion.export.failed",
  )
}

function ExportBlock() {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <SettingsBlock
      title={t("security:deletion.export.title")}
      hint={t("security:deletion.export.hint")}
    >
      <WaitingButton
        className="btn-ghost btn-small"
        isBusy={isBusy}
        onClick={() => {
          setIsBusy(true)
          void exportData().finally(() => setIsBusy(false))
        }}
      >
        {t(isBusy ? "security:deletion.export.downloading" : "security:deletion.export.download")}
      </WaitingButton>
    </SettingsBlock>
  )
}

/** Whether the address asks for the dialog: where Google leads back to. It asks once. */
function takeDeletionRequest(): boolean {
  if (!new URLSearchParams(location.search).has("delete")) return false
  history.replaceState(history.state, "", withoutError(location, "delete"))
  return true
}

/** The dialog names the account's address, so it waits for it. */
function DeletionBlock() {
  const t = pageTranslate()
  const state = useStore($accountState)
  const [isOpen, setIsOpen] = useState(false)
  const [refusal, setRefusal] = useState<MessageKey | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const refused = googleErrorText(location.search)
    if (!takeDeletionRequest()) return
    setRefusal(refused)
    setIsOpen(true)
  }, [])

  function cancel() {
    flushSync(() => setIsOpen(false))
    setRefusal(null)
    // The browser gives the focus back to a button that was pressed; the address pressed none.
    button.current?.focus()
  }

  return (
    <SettingsBlock
      title={t("security:deletion.delete.title")}
      hint={t("security:deletion.delete.hint")}
    >
      {state.status === "failed" ? (
        <LoadFailed title="security:failed" failure={state.failure} onRetry={$account.invalidate} />
      ) : (
        <button
          ref={button}
          className="btn btn-danger btn-small"
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {t("security:deletion.delete.open")}
        </button>
      )}
      {isOpen && state.status === "ready" && (
        <DeletionDialog account={state.data} refusal={refusal} onCancel={cancel} />
      )}
    </SettingsBlock>
  )
}

export function DeletionSection() {
  const t = pageTranslate()
  const id = useId()
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:deletion.title")}</h2>
      <ExportBlock />
      <DeletionBlock />
    </section>
  )
}
