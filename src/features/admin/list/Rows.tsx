/** The rows of a list, or why there are none. */
import { useStore } from "@nanostores/react"
import { type FocusEvent, type RefObject, useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { AnyIcon } from "../../../ui/AnyIcon.tsx"
import { focusIdIfLost, focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { UnsavedBadge } from "../parts.tsx"
import type { ListScreen } from "../screen.ts"
import { toastError } from "../toast.ts"
import type { Action } from "./actions.ts"
import { isNarrowed } from "./query.ts"
import type { ListEditor, ListViews, Row } from "./resource.ts"
import { ROW, ROW_BUTTON, ROWS, RowActions, RowSkeleton } from "./row-parts.tsx"

const CONTROLS = "a, button, input, select, summary"

interface Place {
  row: Element
  /** Where the row is in the list, and the control in the row. */
  index: number
  control: number
}

const controlsOf = (row: Element) =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility())

function asFocusable(row: Element | undefined): HTMLElement | null {
  if (!(row instanceof HTMLElement)) return null
  row.tabIndex = -1
  return row
}

/** What takes the place of something that had the focus and is gone. */
function successor({ row, index, control }: Place, list: Element | null): HTMLElement | null {
  if (row.isConnected) return controlsOf(row)[control] ?? asFocusable(row)
  const rows = list?.children ?? []
  return asFocusable(rows[Math.min(index, rows.length - 1)])
}

/**
 * The handlers of a list: once a row is gone that had the focus, the next one gets it, or the screen's
 * heading when there is none. A control that is gone leaves it to the one in its place.
 */
function useRowFocus(list: RefObject<HTMLElement | null>) {
  const place = useRef<Place | null>(null)

  // Each time the list is drawn, something may have gone from it.
  useEffect(() => {
    focusIfLost(() => {
      if (!place.current) return null
      return successor(place.current, list.current) ?? document.getElementById("screen-title")
    })
  })

  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const index = [...currentTarget.children].findIndex((row) => row.contains(target))
      const row = currentTarget.children[index]
      // A dialog out of a row is elsewhere on the page.
      if (row) place.current = { row, index, control: controlsOf(row).indexOf(target) }
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget && !relatedTarget.closest("dialog")) place.current = null
    },
  }
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"]

/** What a list looks like before it is there. */
function ListSkeleton({ hasPictures }: { hasPictures: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">{pageTranslate()("admin:list.loading")}</span>
      <div className={ROWS} aria-hidden="true">
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
  id: string
  title: string
  editor: ListEditor
}

/** Opens the editor; the whole row does, by its shape. */
function EditButton({ id, title, editor }: EditProps) {
  const t = pageTranslate()
  const isUnsaved = useStore(editor.drafts.$ids).includes(id)
  return (
    <>
      {isUnsaved && <UnsavedBadge />}
      <button
        className={ROW_BUTTON}
        type="button"
        aria-label={t("admin:list.editItem", { title })}
        title={t("admin:list.edit")}
        onClick={() => void editor.open(id)}
      >
        <AnyIcon name="edit" />
      </button>
    </>
  )
}

/** Around the box that chooses a row, and the one that chooses all. */
export const CHOICE =
  "relative z-1 col-1 flex min-h-11 cursor-pointer items-center pr-3.5 pl-2 @max-3xl:min-h-7"
export const CHECKBOX = "size-4.5 flex-none accent-glow"

function Choice<Listed extends Row>({ row, screen }: Pick<RowProps<Listed>, "row" | "screen">) {
  const { selection, resource } = screen
  const isSelected = useStore(selection.$selected).some(({ id }) => id === row.id)
  return (
    <label className={CHOICE}>
      <input
        className={CHECKBOX}
        type="checkbox"
        checked={isSelected}
        aria-label={pageTranslate()("admin:list.chooseItem", { title: resource.titleOf(row) })}
        onChange={({ target }) => selection.select(row.id, target.checked)}
      />
    </label>
  )
}

/**
 * What can be done with a row, in words: side by side, or in a menu where there is no room. With a menu of its
 * own, all but deleting is in there, whatever the room.
 */
function RowMenu<Listed extends Row>({ row, screen, views }: Omit<RowProps<Listed>, "editor">) {
  const t = pageTranslate()
  const { resource, actions } = screen
  const title = resource.titleOf(row)
  const choices = resource.actions.filter(({ isFor }) => isFor?.(row) ?? true)
  const own = views.menuOf?.(row, screen)
  const isBeside = ({ name }: Action<Listed>) => !own || name === "delete"
  const items = [
    ...(own ?? []),
    ...choices
      .filter((action) => !own || !isBeside(action))
      .map((action) => ({
        label: t(action.label),
        onChoose: () => void actions.start(action, [row]),
      })),
  ]
  return (
    <>
      {items.length > 0 && (
        <MenuButton
          className={`icon-btn ${own ? "" : "@4xl:hidden"}`}
          label={t("admin:list.actionsItem", { title })}
          face={<b aria-hidden="true">⋯</b>}
          items={items}
        />
      )}
      {choices.filter(isBeside).map((action) => (
        <button
          key={action.name}
          className={`${own ? "" : "@max-4xl:hidden"} ${action.name === "delete" ? "icon-btn" : "btn btn-ghost btn-small"} ${action.isDanger ? "hover:text-danger" : ""}`}
          type="button"
          aria-label={t(action.itemLabel, { title })}
          title={action.name === "delete" ? t(action.label) : undefined}
          onClick={() => void actions.start(action, [row])}
        >
          {action.name === "delete" ? <AnyIcon name={action.icon} /> : t(action.label)}
        </button>
      ))}
    </>
  )
}

/** A row, and what can be done with it. */
function ListRow<Listed extends Row>({ row, screen, views, editor }: RowProps<Listed>) {
  const t = pageTranslate()
  const { resource } = screen
  const title = resource.titleOf(row)
  const path = views.linkOf?.(row)
  const { label, itemLabel } = views.linkText ?? {
    label: "admin:list.view",
    itemLabel: "admin:list.viewItem",
  }
  return (
    <li className={`${ROW} hover:bg-glow-wash`}>
      {resource.bulk.length > 0 && <Choice row={row} screen={screen} />}
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
            <AnyIcon name="out" />
          </a>
        )}
        {editor && (views.mayEdit?.(row) ?? true) && (
          <EditButton id={row.id} title={title} editor={editor} />
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
      <button
        className="btn btn-ghost btn-small"
        type="button"
        onClick={() => {
          list.resetQuery()
          document.getElementById("list-search")?.focus()
        }}
      >
        {t(views.usual ?? "admin:list.showAll")}
      </button>
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
      list.$list.listen((now) => {
        if (now.status === "failed") toastError(loadFailed, now.failure, loadFailed)
      }),
    [list, loadFailed],
  )

  async function loadMore(shown: number) {
    await list.loadMore()
    // The button may be gone: the focus goes on with the first row that is new.
    requestAnimationFrame(() => {
      rows.current?.children[shown]
        ?.querySelector<HTMLElement>("button, a, input, select, summary")
        ?.focus()
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
        // Under the finger a row of an earlier query would make way for another one.
        className={`${ROWS} aria-busy:pointer-events-none`}
        ref={rows}
        {...rowFocus}
        aria-label={t(views.list ?? `admin:${resource.name}.title`)}
        aria-busy={state.isOutdated || undefined}
      >
        {state.rows.map((row) => (
          <ListRow key={row.id} row={row} screen={screen} views={views} editor={editor} />
        ))}
      </ul>
      {state.more === "failed" && (
        <p className="error" role="alert">
          {t("admin:list.moreFailed")}
        </p>
      )}
      {state.next && (
        <button
          className="btn btn-ghost btn-small mx-auto mt-5.5 flex"
          type="button"
          aria-busy={state.more === "loading"}
          aria-disabled={state.more === "loading"}
          onClick={() => void loadMore(state.rows.length)}
        >
          {t(state.more === "loading" ? "admin:list.loadingMore" : "admin:list.more")}
        </button>
      )}
    </>
  )
}
