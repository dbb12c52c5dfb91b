import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { Row } from "./resource.ts"
import type { AdminScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends Row, Full extends Listed, Values extends object> {
  row: Listed
  screen: AdminScreen<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

/** A row, and what can be done with it. */
export function ListRow<Listed extends Row, Full extends Listed, Values extends object>({
  row,
  screen,
  views,
}: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const { resource, drafts, editor, deletion } = screen
  const isUnsaved = useStore(drafts.$kept).includes(row.id)
  const title = resource.titleOf(row)
  return (
    <li className="row">
      <views.Row row={row} />
      <div className="row-actions">
        {isUnsaved && <span className="badge badge-unsaved">{t("admin:list.unsaved")}</span>}
        {resource.isPublic(row) && (
          <a
            className="icon-btn"
            href={localePath(resource.pathOf(row), pageLocale())}
            target="_blank"
            rel="noopener"
            aria-label={t("admin:list.viewItem", { title })}
            title={t("admin:list.view")}
          >
            <Icon name="out" />
          </a>
        )}
        <button
          className="icon-btn row-edit"
          type="button"
          aria-label={t("admin:list.editItem", { title })}
          title={t("admin:list.edit")}
          onClick={() => void editor.open(row.id)}
        >
          <Icon name="edit" />
        </button>
        <button
          className="icon-btn row-delete"
          type="button"
          aria-label={t("admin:list.deleteItem", { title })}
          title={t("admin:list.delete")}
          onClick={() => deletion.ask(row)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  )
}
