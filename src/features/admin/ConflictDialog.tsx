/** Two versions of the same thing, side by side where they differ. */
import "./conflict.css"
import "../../ui/dialog.css"
import { useId } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { Modal } from "../../ui/Modal.tsx"
import { differingFields, differingLines, type Parts } from "./differences.ts"
import type { EditableRow, Resource, Saved } from "./resource.ts"

interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  theirs: Saved<Full>
  mine: Values
  resource: Resource<Listed, Full, Values>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onLater: () => void
}

function Version({ label, parts }: { label: string; parts: Parts }) {
  const t = pageTranslate()
  const { start, own, end } = parts
  const isEmpty = start === "" && own === "" && end === ""
  return (
    <div className="version">
      <p className="version-label">{label}</p>
      <div className="version-text">
        {isEmpty && <p className="soft">{t("admin:conflict.empty")}</p>}
        {start !== "" && <p className="soft">{start}</p>}
        {own !== "" && <mark>{own}</mark>}
        {end !== "" && <p className="soft">{end}</p>}
      </div>
    </div>
  )
}

export function ConflictDialog<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ theirs, mine, resource, onKeepMine, onTakeTheirs, onLater }: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const titleId = useId()
  const their = resource.valuesOf(theirs)
  const differing = differingFields(their, mine)
  return (
    <Modal labelledBy={titleId} className="conflict" isFocused onCancel={onLater}>
      <h2 id={titleId}>{t("admin:conflict.title")}</h2>
      <p className="soft">
        {t("admin:conflict.text", {
          time: relativeTime(theirs.updated_at, Date.now(), pageLocale(), t),
        })}
      </p>
      <div className="conflict-fields">
        {resource.compared
          .filter(({ name }) => differing.includes(name))
          .map(({ name, label, show }) => {
            const [theirParts, myParts] = differingLines(show(their, t), show(mine, t))
            return (
              <section key={name} aria-label={t(label)}>
                <h3>{t(label)}</h3>
                <div className="versions">
                  <Version label={t("admin:conflict.theirs")} parts={theirParts} />
                  <Version label={t("admin:conflict.yours")} parts={myParts} />
                </div>
              </section>
            )
          })}
      </div>
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
