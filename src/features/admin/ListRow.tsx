import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"
import type { ListViews } from "./views.ts"
import type { Writing } from "./writing.ts"

interface Props<Listed extends Row> {
  row: Listed
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  writing: Writing | null
}

/** Opens the editor; the whole row does, by its shape. */
function EditButton({ id, title, writing }: { id: string; title: string; writing: Writing }) {
  const t = pageTranslate()
  const isUnsaved = useStore(writing.$kept).includes(id)
  return (
    <>
      {isUnsaved && <span className="badge badge-unsaved">{t("admin:list.unsaved")}</span>}
      <button
        className="icon-btn row-edit"
        type="button"
        aria-label={t("admin:list.editItem", { title })}
        title={t("admin:list.edit")}
        onClick={() => void writing.open(id)}
      >
        <Icon name="edit" />
      </button>
    </>
  )
}

function Choice<Listed extends Row>({ row, screen }: Pick<Props<Listed>, "row" | "screen">) {
  const { selection, resource } = screen
  const isChosen = useStore(selection.$selected).some(({ id }) => id === row.id)
  return (
    <label className="row-choice">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={pageTranslate()("admin:list.chooseItem", { title: resource.titleOf(row) })}
        onChange={({ target }) => selection.choose(row.id, target.checked)}
      />
    </label>
  )
}

/** A row, and what can be done with it. */
export function ListRow<Listed extends Row>({ row, screen, views, writing }: Props<Listed>) {
  const t = pageTranslate()
  const { resource, acting } = screen
  const title = resource.titleOf(row)
  const path = views.linkOf?.(row)
  const { label, itemLabel } = views.linkText ?? {
    label: "admin:list.view",
    itemLabel: "admin:list.viewItem",
  }
  return (
    <li className="row">
      {resource.bulk.length > 0 && <Choice row={row} screen={screen} />}
      <views.Row row={row} />
      <div className="row-actions">
        {views.Controls && <views.Controls row={row} screen={screen} />}
        {path && (
          <a
            className="icon-btn"
            href={localePath(path, pageLocale())}
            target="_blank"
            rel="noopener"
            aria-label={t(itemLabel, { title })}
            title={t(label)}
          >
            <Icon name="out" />
          </a>
        )}
        {writing && <EditButton id={row.id} title={title} writing={writing} />}
        {resource.acts
          .filter((act) => act.isFor?.(row) ?? true)
          .map((act) => (
            <button
              key={act.name}
              className={`icon-btn ${act.isDanger ? "row-danger" : ""}`}
              type="button"
              aria-label={t(act.itemLabel, { title })}
              title={t(act.label)}
              onClick={() => void acting.start(act, [row])}
            >
              <Icon name={act.icon} />
            </button>
          ))}
      </div>
    </li>
  )
}
