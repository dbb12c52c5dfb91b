import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import type { Comment } from "./schema.ts"
import type { Thread } from "./thread.ts"

interface Props {
  thread: Thread
  comment: Comment
  onClose: () => void
}

export function DeleteDialog({ thread, comment, onClose }: Props) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)

  async function remove() {
    setIsBusy(true)
    const result = await thread.remove(comment)
    showOutcome(result, { title: t("comments:delete.done") }, "comments:delete.failed")
    onClose()
  }
  return (
    <ConfirmDialog
      title={t("comments:delete.question")}
      text={t("comments:delete.text")}
      cancel={t("comments:edit.cancel")}
      confirm={t(isBusy ? "comments:delete.busy" : "comments:delete.label")}
      isBusy={isBusy}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
