import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { download, EXPORT_FILE, fetchExport } from "./export.ts"

async function exportData(): Promise<void> {
  const t = pageTranslate()
  const answer = await fetchExport()
  if (answer.ok) download(answer.body, EXPORT_FILE)
  tellOutcome(
    answer.ok ? null : answer.failure,
    {
      title: t("security:leaving.export.done"),
      text: t("security:leaving.export.doneText", { file: EXPORT_FILE }),
    },
    "security:leaving.export.failed",
  )
}

export function ExportBlock() {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <SettingsBlock
      title={t("security:leaving.export.title")}
      hint={t("security:leaving.export.hint")}
    >
      <WaitingButton
        className="btn-ghost btn-small"
        isBusy={isBusy}
        onClick={() => {
          setIsBusy(true)
          void exportData().finally(() => setIsBusy(false))
        }}
      >
        {t(isBusy ? "security:leaving.export.downloading" : "security:leaving.export.download")}
      </WaitingButton>
    </SettingsBlock>
  )
}
