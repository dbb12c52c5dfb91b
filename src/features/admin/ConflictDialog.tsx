/** Two versions of the same thing, side by side where they differ. */
import "../../ui/dialog.css"
import { useId } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { Modal } from "../../ui/Modal.tsx"
import { Comparison } from "./Comparison.tsx"
import type { EditableRow, Resource, Saved } from "./resource.ts"

interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  theirs: Saved<Full>
  mine: Values
  resource: Resource<Listed, Full, Values>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onLater: () => void
}

export function ConflictDialog<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ theirs, mine, resource, onKeepMine, onTakeTheirs, onLater }: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const titleId = useId()
  const their = resource.valuesOf(theirs)
  return (
    <Modal labelledBy={titleId} className="conflict" isFocused onCancel={onLater}>
      <h2 id={titleId}>{t("admin:conflict.title")}</h2>
      <p className="soft">
        {t("admin:conflict.text", {
          time: relativeTime(theirs.updated_at, Date.now(), pageLocale(), t),
        })}
      </p>
      <Comparison
        compared={resource.compared}
        one={their}
        other={mine}
        labels={[t("admin:conflict.theirs"), t("admin:conflict.yours")]}
      />
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onLater}>
          {t("admin:conflict.later")}
        </button>
        <button className="btn btn-ghost btn-small" type="button" onClick={onTakeTheirs}>
          {t("admin:conflict.takeTheirs")}
        </button>
        <button className="btn btn-small" type="button" onClick={onKeepMine}>
          {t("admin:conflict.keepMine")}
        </button>
      </div>
    </Modal>
  )
}
