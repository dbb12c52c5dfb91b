import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import type { Row } from "./resource.ts"
import type { AdminScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends Row, Full extends Listed, Values extends object> {
  screen: AdminScreen<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

/** Asks before a row is deleted. */
export function DeletionDialog<Listed extends Row, Full extends Listed, Values extends object>({
  screen: { deletion, resource },
  views,
}: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const state = useStore(deletion.$deletion)
  if (state.status === "none") return null
  const isBusy = state.status === "deleting"

  async function confirm() {
    await deletion.confirm()
    // The button that asked is gone with its row.
    if (deletion.$deletion.get().status === "none") document.getElementById("screen-title")?.focus()
  }

  return (
    <ConfirmDialog
      title={t(views.texts.confirmDelete)}
      text={t(views.texts.confirmDeleteText, { title: resource.titleOf(state.row) })}
      confirm={t(isBusy ? "admin:confirm.deleting" : "admin:confirm.delete")}
      cancel={t("admin:confirm.cancel")}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={deletion.cancel}
    />
  )
}
