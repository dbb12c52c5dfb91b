import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { deletion, focusEvents } from "./page.ts"

/** Asks before an event is deleted. */
export function DeleteDialog() {
  const t = pageTranslate()
  const state = useStore(deletion.$deletion)
  if (state.status === "none") return null
  const isBusy = state.status === "deleting"

  async function confirm() {
    await deletion.confirm()
    // The button that asked goes with its event.
    focusEvents()
  }

  return (
    <ConfirmDialog
      title={t("calendar:delete.title")}
      text={t("calendar:delete.text", { title: state.event.title })}
      confirm={t(isBusy ? "calendar:delete.deleting" : "calendar:delete.confirm")}
      cancel={t("calendar:delete.cancel")}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={deletion.cancel}
    />
  )
}
