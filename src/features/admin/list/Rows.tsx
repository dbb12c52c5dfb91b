import { useStore } from "@nanostores/react"
import { type FocusEvent, type RefObject, useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIdIfLost, focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { Icon } from "../../../ui/icons.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { IconButton, UnsavedBadge } from "../parts.tsx"
import type { ListScreen } from "../screen.ts"
import { toastError } from "../toast.ts"
import { isNarrowed } from "./query.ts"
import type { Action, Row } from "./resource.ts"
import {
  ROW_CLASSES,
  ROW_COVER_CLASSES,
  ROWS_CLASSES,
  RowActions,
  RowSkeleton,
} from "./row-parts.tsx"
import type { ListEditor, ListViews } from "./views.ts"

const CONTROL_SELECTOR = "a, button, input, select, summary"

/** Position of the focused control: its row, the index of the row, and the index of the control in the row. */
interface FocusedControl {
  row: Element
  rowIndex: number
  controlIndex: number
}

const findControls = (row: Element) =>
  [...row.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter((control) =>
    control.checkVisibility(),
  )

function makeFocusable(row: Element | undefined): HTMLElement | null {
  if (!(row instanceof HTMLElement)) return null
  row.tabIndex = -1
  return row
}

function findNextFocus(
  { row, rowIndex, controlIndex }: FocusedControl,
  list: Element | null,
): HTMLElement | null {
  if (row.isConnected) return findControls(row)[controlIndex] ?? makeFocusable(row)
  const rows = list?.children ?? []
  return makeFocusable(rows[Math.min(rowIndex, rows.length - 1)])
}

/** Moves the focus to the control or row at the same index if the focused element disappears. */
function useRowFocus(list: RefObject<HTMLElement | null>) {
  const focused = useRef<FocusedControl | null>(null)

  useEffect(() => {
    focusIfLost(() => {
      if (!focused.current) return null
      return findNextFocus(focused.current, list.current) ?? document.getElementById("screen-title")
    })
  })

  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const rowIndex = [...currentTarget.children].findIndex((row) => row.contains(target))
      const row = currentTarget.children[rowIndex]
      const controlIndex = row ? findControls(row).indexOf(target) : -1
      if (row) focused.current = { row, rowIndex, controlIndex }
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget && !relatedTarget.closest("dialog")) focused.current = null
    },
  }
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"]

function ListSkeleton({ hasPictures }: { hasPictures: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">{pageTranslate()("admin:list.loading")}</span>
      <div className={ROWS_CLASSES} aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <RowSkeleton key={row} hasPicture={hasPictures} />
        ))}
      </div>
    </div>
  )
}

interface RowProps<Listed extends Row> {
  row: Listed
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  editor: ListEditor | null
}

interface EditProps {
  row: Row
  title: string
  editor: ListEditor
}

function EditButton({ row: { id, has_draft }, title, editor }: EditProps) {
  const t = pageTranslate()
  const isBuffered = useStore(editor.buffer.$ids).includes(id)
  return (
    <>
      {(isBuffered || has_draft) && <UnsavedBadge />}
      <IconButton
        icon="edit"
        className={ROW_COVER_CLASSES}
        label={t("admin:list.editItem", { title })}
        title={t("admin:list.edit")}
        onClick={() => void editor.open(id)}
      />
    </>
  )
}

export const CHECKBOX_LABEL_CLASSES =
  "relative z-1 col-1 flex min-h-11 cursor-pointer items-center pr-3.5 pl-2 @max-3xl:min-h-7"
export const CHECKBOX_CLASSES = "size-4.5 flex-none accent-glow"

function RowCheckbox<Listed extends Row>({
  row,
  screen,
}: Pick<RowProps<Listed>, "row" | "screen">) {
  const { selection, resource } = screen
  const isSelected = useStore(selection.$selected).some(({ id }) => id === row.id)
  return (
    <label className={CHECKBOX_LABEL_CLASSES}>
      <input
        className={CHECKBOX_CLASSES}
        type="checkbox"
        checked={isSelected}
        aria-label={pageTranslate()("admin:list.chooseItem", { title: resource.getTitle(row) })}
        onChange={({ target }) => selection.select(row.id, target.checked)}
      />
    </label>
  )
}

/**
 * Shows the actions of a row as buttons. In a narrow list, a menu replaces the buttons. If the views have
 * `createMenu`, every list has the menu, and only the deletion is a button.
 */
function RowMenu<Listed extends Row>({ row, screen, views }: Omit<RowProps<Listed>, "editor">) {
  const t = pageTranslate()
  const { resource, actions } = screen
  const title = resource.getTitle(row)
  const rowActions = resource.actions.filter(({ appliesTo }) => appliesTo?.(row) ?? true)
  const customItems = views.createMenu?.(row, screen)
  const isButton = ({ name }: Action<Listed>) => !customItems || name === "delete"
  const items = [
    ...(customItems ?? []),
    ...rowActions
      .filter((action) => !customItems || !isButton(action))
      .map((action) => ({
        label: t(action.label),
        onChoose: () => void actions.start(action, [row]),
      })),
  ]
  return (
    <>
      {items.length > 0 && (
        <MenuButton
          className={`icon-btn ${customItems ? "" : "@4xl:hidden"}`}
          label={t("admin:list.actionsItem", { title })}
          content={<b aria-hidden="true">⋯</b>}
          items={items}
        />
      )}
      {rowActions.filter(isButton).map((action) => (
        <button
          key={action.name}
          className={`${customItems ? "" : "@max-4xl:hidden"} ${action.name === "delete" ? "icon-btn" : "btn btn-ghost btn-small"} ${action.isDanger ? "hover:text-danger" : ""}`}
          type="button"
          aria-label={t(action.itemLabel, { title })}
          title={action.name === "delete" ? t(action.label) : undefined}
          onClick={() => void actions.start(action, [row])}
        >
          {action.name === "delete" ? <Icon name={action.icon} /> : t(action.label)}
        </button>
      ))}
    </>
  )
}

function ListRow<Listed extends Row>({ row, screen, views, editor }: RowProps<Listed>) {
  const t = pageTranslate()
  const { resource } = screen
  const title = resource.getTitle(row)
  const path = views.getLink?.(row)
  const { label, itemLabel } = views.linkText ?? {
    label: "admin:list.view",
    itemLabel: "admin:list.viewItem",
  }
  return (
    <li className={`${ROW_CLASSES} hover:bg-glow-wash`}>
      {resource.bulk.length > 0 && <RowCheckbox row={row} screen={screen} />}
      <views.Row row={row} editor={editor} />
      <RowActions>
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
        {editor && (views.mayEdit?.(row) ?? true) && (
          <EditButton row={row} title={title} editor={editor} />
        )}
        <RowMenu row={row} screen={screen} views={views} />
      </RowActions>
    </li>
  )
}

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  editor: ListEditor | null
}

function NoRows<Listed extends Row>({ screen, views }: Omit<Props<Listed>, "editor">) {
  const t = pageTranslate()
  const { list, resource } = screen
  if (!isNarrowed(useStore(list.$query)))
    return <p className="state">{t(`admin:${resource.name}.empty`)}</p>
  return (
    <div className="state">
      <p>{t("admin:list.noMatch")}</p>
      <Button
        className="btn-ghost btn-small"
        onClick={() => {
          list.resetQuery()
          document.getElementById("list-search")?.focus()
        }}
      >
        {t(views.resetLabel ?? "admin:list.showAll")}
      </Button>
    </div>
  )
}

export function Rows<Listed extends Row>({ screen, views, editor }: Props<Listed>) {
  const t = pageTranslate()
  const { list, resource } = screen
  const state = useStore(list.$list)
  const rows = useRef<HTMLUListElement>(null)
  const rowFocus = useRowFocus(rows)
  const { loadFailed = `admin:${resource.name}.loadFailed` } = views

  useEffect(
    () =>
      list.$list.listen((newState) => {
        if (newState.status === "failed") toastError(loadFailed, newState.failure, loadFailed)
      }),
    [list, loadFailed],
  )

  async function loadMore(shownCount: number) {
    await list.loadMore()
    requestAnimationFrame(() => {
      rows.current?.children[shownCount]?.querySelector<HTMLElement>(CONTROL_SELECTOR)?.focus()
    })
  }

  if (state.status === "loading") return <ListSkeleton hasPictures={views.hasPictures ?? false} />
  if (state.status === "failed") {
    return (
      <LoadFailed
        heading="h2"
        title={loadFailed}
        failure={state.failure}
        onRetry={() => {
          list.reload()
          focusIdIfLost("screen-title")
        }}
      />
    )
  }
  if (state.rows.length === 0) return <NoRows screen={screen} views={views} />
  return (
    <>
      <ul
        // While another query loads, rows cannot be clicked, because they may move under the pointer.
        className={`${ROWS_CLASSES} aria-busy:pointer-events-none`}
        ref={rows}
        {...rowFocus}
        aria-label={t(views.listLabel ?? `admin:${resource.name}.title`)}
        aria-busy={state.isOutdated || undefined}
      >
        {state.rows.map((row) => (
          <ListRow key={row.id} row={row} screen={screen} views={views} editor={editor} />
        ))}
      </ul>
      {state.nextPageStatus === "failed" && (
        <p className="error" role="alert">
          {t("admin:list.moreFailed")}
        </p>
      )}
      {state.next && (
        <Button
          className="btn-ghost btn-small mx-auto mt-5.5 flex"
          aria-busy={state.nextPageStatus === "loading"}
          aria-disabled={state.nextPageStatus === "loading"}
          onClick={() => void loadMore(state.rows.length)}
        >
          {t(state.nextPageStatus === "loading" ? "admin:list.loadingMore" : "admin:list.more")}
        </Button>
      )}
    </>
  )
}
