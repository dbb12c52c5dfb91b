import { useStore } from "@nanostores/react"
import { useEffect, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { showFailure } from "../../../ui/toast/show-outcome.ts"
import { ActionButton } from "../ActionButton.tsx"
import { downloadText } from "../download-text.ts"
import { $account, $accountState } from "../own-account.ts"
// This import registers the dialog in which the member confirms the identity when the server requires it.
import "../proof/start.ts"
import { Button } from "../../../ui/Button.tsx"
import { removeParameters } from "../sign-in/google-error.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"

const EXPORT_FILE = "daina-my-data.json"

/** Exceeds the default timeout, because the server collects the export from many tables. */
const EXPORT_TIMEOUT_MS = 60_000

/** Downloads the member's data as a file. Returns false, and shows a toast, if the download failed. */
async function exportData(): Promise<boolean> {
  const result = await call("/api/account/export", {
    read: (json) => JSON.stringify(json, null, 2),
    timeout: EXPORT_TIMEOUT_MS,
    cache: "no-store",
  })
  if (result.ok) downloadText(result.body, EXPORT_FILE, "application/json")
  else showFailure(result.failure, "security:deletion.export.failed")
  return result.ok
}

function ExportBlock() {
  const t = pageTranslate()
  const [isDone, setIsDone] = useState(false)
  return (
    <SettingsBlock
      title={t("security:deletion.export.title")}
      hint={t("security:deletion.export.hint")}
    >
      <ActionButton
        className="btn-ghost btn-small"
        text="security:deletion.export.download"
        busyText="security:deletion.export.downloading"
        action={async () => setIsDone(await exportData())}
      />
      <p className="text-md empty:hidden" role="status">
        {isDone &&
          `${t("security:deletion.export.done")}. ${t("security:deletion.export.doneText", { file: EXPORT_FILE })}`}
      </p>
    </SettingsBlock>
  )
}

function DeletionBlock() {
  const t = pageTranslate()
  const accountState = useStore($accountState)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  // When the member returns from Google, the URL parameter `delete` opens the dialog again.
  useEffect(() => setIsOpen(new URLSearchParams(location.search).has("delete")), [])

  function open() {
    history.replaceState(history.state, "", "?delete#data")
    setIsOpen(true)
  }

  function cancel() {
    history.replaceState(history.state, "", removeParameters(location, "error", "delete"))
    flushSync(() => setIsOpen(false))
    // If the URL opened the dialog, the browser does not return the focus to the button.
    button.current?.focus()
  }

  return (
    <SettingsBlock
      title={t("security:deletion.delete.title")}
      hint={t("security:deletion.delete.hint")}
    >
      {accountState.status === "failed" ? (
        <LoadFailed
          title="security:failed"
          failure={accountState.failure}
          onRetry={$account.invalidate}
        />
      ) : (
        <Button ref={button} className="btn-danger btn-small" aria-haspopup="dialog" onClick={open}>
          {t("security:deletion.delete.open")}
        </Button>
      )}
      {isOpen && accountState.status === "ready" && (
        <DeletionDialog account={accountState.data} onCancel={cancel} />
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
