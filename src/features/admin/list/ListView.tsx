import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { Icon } from "../../../ui/icons.tsx"
import { isNewItemId } from "../editor/buffer.ts"
import { IconButton, Notice, ScreenHead } from "../parts.tsx"
import { PublishingPanel } from "../publishing/PublishingPanel.tsx"
import type { ListScreen } from "../screen.ts"
import { ActionDialog } from "./ActionDialog.tsx"
import { ListTools } from "./ListTools.tsx"
import { followUrl } from "./query.ts"
import { CHECKBOX_CLASSES, CHECKBOX_LABEL_CLASSES, Rows } from "./Rows.tsx"
import type { Row } from "./resource.ts"
import type { ListEditor, ListViews } from "./views.ts"

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  editor: ListEditor | null
}

function UnfinishedNotice({ editor }: { editor: ListEditor }) {
  const t = pageTranslate()
  const ids = useStore(editor.buffer.$ids)
  const { status } = useStore(editor.$editor)
  const id = ids.find(isNewItemId)
  if (!id || status !== "closed") return null
  return (
    <Notice>
      {t("admin:list.unfinished")}
      <button className="link" type="button" onClick={() => void editor.open(id)}>
        {t("admin:list.continue")}
      </button>
    </Notice>
  )
}

function BulkBar<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const { list, selection, actions, resource } = screen
  const state = useStore(list.$list)
  const selected = useStore(selection.$selected)
  const allCheckbox = useRef<HTMLInputElement>(null)
  const hadSelection = useRef(false)
  const rowCount = state.status === "ready" ? state.rows.length : 0
  const isNoneSelected = selected.length === 0
  const isPartlySelected = selected.length > 0 && selected.length < rowCount

  useEffect(() => {
    if (allCheckbox.current) allCheckbox.current.indeterminate = isPartlySelected
  }, [isPartlySelected])

  useEffect(() => {
    if (isNoneSelected && hadSelection.current) {
      focusIfLost(() => allCheckbox.current ?? document.getElementById("screen-title"))
    }
    hadSelection.current = !isNoneSelected
  }, [isNoneSelected])

  if (rowCount === 0) return null
  return (
    <section
      className="flex min-h-13 flex-wrap items-center justify-between gap-x-4.5 gap-y-1 text-md text-soft max-md:has-[button]:pb-3"
      aria-label={t("admin:list.bulk")}
    >
      <label className={`${CHECKBOX_LABEL_CLASSES} gap-3`}>
        <input
          ref={allCheckbox}
          className={CHECKBOX_CLASSES}
          type="checkbox"
          checked={selected.length === rowCount}
          onChange={({ target }) => (target.checked ? selection.selectAll() : selection.clear())}
        />
        <span aria-live="polite">
          {isNoneSelected
            ? t("admin:list.chooseAll")
            : t("admin:list.chosen", { count: selected.length })}
        </span>
      </label>
      {!isNoneSelected && (
        <div className="flex flex-wrap gap-2">
          {resource.bulk.map((action) => (
            <Button
              key={action.name}
              className={`btn-small ${action.isDanger ? "btn-danger" : "btn-ghost"}`}
              onClick={() => void actions.start(action, selected)}
            >
              <Icon name={action.icon} size={18} />
              {t(action.label)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function FailedRowsNotice<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const { actions, resource } = screen
  const failedRows = useStore(actions.$failedRows)
  return (
    <div role="status">
      {failedRows && (
        <Notice tone="bad" className="mb-4 flex-nowrap! items-start justify-between">
          <div>
            <p>{t(failedRows.action.failed)}</p>
            <ul>
              {failedRows.rows.map(({ row, code }) => (
                <li key={row.id}>
                  <b>{resource.getTitle(row)}</b> {t(getFailureKey(code))}
                </li>
              ))}
            </ul>
          </div>
          <IconButton
            icon="close"
            className="-my-2.5 -mr-2.5"
            label={t("common:close")}
            onClick={actions.dismissFailedRows}
          />
        </Notice>
      )}
    </div>
  )
}

export function ListView<Listed extends Row>({ screen, views, editor }: Props<Listed>) {
  const t = pageTranslate()
  const { resource, list, publishing } = screen
  const Tools = views.Tools ?? ListTools

  useEffect(() => {
    if (resource.publicPath !== null) void publishing.resumeAfterReload(resource.publicPath)
    return followUrl(list.$query, resource.params)
  }, [resource, list, publishing])

  return (
    <>
      <ScreenHead title={`admin:${resource.name}.title`} lead={views.lead}>
        {editor?.createLabel && (
          <Button className="btn-small" onClick={editor.openNew}>
            <Icon name="plus" size={18} />
            {t(editor.createLabel)}
          </Button>
        )}
      </ScreenHead>
      {resource.publicPath !== null && <PublishingPanel publishing={publishing} />}
      {editor && !editor.hasServerDrafts && <UnfinishedNotice editor={editor} />}
      {views.AttentionList && <views.AttentionList screen={screen} editor={editor} />}
      <Tools screen={screen} views={views} />
      <FailedRowsNotice screen={screen} />
      {resource.bulk.length > 0 && <BulkBar screen={screen} />}
      <Rows screen={screen} views={views} editor={editor} />
      <ActionDialog screen={screen} />
    </>
  )
}
