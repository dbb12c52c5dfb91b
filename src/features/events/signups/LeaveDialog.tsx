import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"

interface Props {
  /** Called with true if the member gives up the place. */
  resolve: (isLeaving: boolean) => void
  onClose: () => void
}

/** Asks whether the member gives up a place in a full event. Closing the dialog keeps the place. */
export function LeaveDialog({ resolve, onClose }: Props) {
  const t = pageTranslate()
  function decide(isLeaving: boolean) {
    resolve(isLeaving)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t("signups:leave.question")}
      text={t("signups:leave.text")}
      cancel={t("signups:leave.keep")}
      confirm={t("signups:leave.confirm")}
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    />
  )
}
