import { pageTranslate } from "../../i18n/page-translate.ts"
import { editing } from "./editor.ts"

/** Somebody else has saved it meanwhile. */
export function StaleNotice() {
  const t = pageTranslate()
  return (
    <div className="form-notice">
      <p>{t("calendar:form.stale.text")}</p>
      <button className="btn btn-ghost btn-small" type="button" onClick={editing.takeTheirs}>
        {t("calendar:form.stale.takeTheirs")}
      </button>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        onClick={() => void editing.keepMine()}
      >
        {t("calendar:form.stale.keepMine")}
      </button>
    </div>
  )
}
