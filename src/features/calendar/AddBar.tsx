/** The way to a new event, and the rule of who may add one. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import { $session } from "../session/session.ts"
import { addEvent } from "./open-editor.ts"
import { $ownTeams } from "./page.ts"

export function AddBar() {
  const t = pageTranslate()
  const teams = useStore($ownTeams)
  const mayAdd = teams?.some(({ mayPostEvents }) => mayPostEvents) ?? false
  const session = useStore($session)
  const isSuperAdmin = session.status === "signed-in" && session.role === "super_admin"
  const mayNot = teams !== null && !mayAdd
  const rule = isSuperAdmin ? "calendar:screen.superAdmin" : "calendar:screen.mayNot"
  return (
    <div className="calendar-bar">
      <p className="hint">
        {t(mayNot ? rule : "calendar:screen.rule")}{" "}
        {mayNot && !isSuperAdmin && (
          <a href={localePath("/teams", pageLocale())}>{t("calendar:screen.teams")}</a>
        )}
      </p>
      {mayAdd && (
        <button className="btn" type="button" onClick={() => void addEvent(null)}>
          <Icon name="plus" size={20} />
          {t("calendar:screen.add")}
        </button>
      )}
    </div>
  )
}
