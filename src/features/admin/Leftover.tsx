/** The rows of many for which an act could not be done, each with its reason. */
import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"

export function Leftover<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const { acting, resource } = screen
  const leftover = useStore(acting.$leftover)
  return (
    <div role="status">
      {leftover && (
        <div className="notice notice-bad leftover">
          <div>
            <p>{t(leftover.act.failed)}</p>
            <ul>
              {leftover.rows.map(({ row, code }) => (
                <li key={row.id}>
                  <b>{resource.titleOf(row)}</b> {t(failureText(code))}
                </li>
              ))}
            </ul>
          </div>
          <button
            className="icon-btn"
            type="button"
            aria-label={t("common:close")}
            onClick={acting.dismissLeftover}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
