import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import type { DraftState } from "./draft-keeping.ts"

interface Props {
  /** Somebody deleted it meanwhile. */
  isGone?: boolean
  /** When the draft was kept that the writing began with; null without one. */
  restored: string | null
  draft: DraftState
  onDiscard: () => void
}

/** What there is to know before one goes on writing. */
export function EditorNotices({ isGone = false, restored, draft, onDiscard }: Props) {
  const t = pageTranslate()
  return (
    <>
      {isGone && <p className="notice notice-bad">{t("admin:editor.gone")}</p>}
      {restored && draft !== "none" && (
        <p className="notice">
          {t("admin:editor.restored", { time: formatDate(restored, "moment", pageLocale()) })}
          <button className="link" type="button" onClick={onDiscard}>
            {t("admin:editor.discard")}
          </button>
        </p>
      )}
      {draft === "not-kept" && <p className="notice notice-bad">{t("admin:editor.notKept")}</p>}
    </>
  )
}
