/** What can be done with the chosen rows. */
import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { focusIfLost } from "../../ui/focus-if-lost.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"

export function BulkBar<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const { list, selection, acting, resource } = screen
  const state = useStore(list.$list)
  const selected = useStore(selection.$selected)
  const all = useRef<HTMLInputElement>(null)
  const hadSome = useRef(false)
  const shown = state.status === "ready" ? state.rows.length : 0
  const isNone = selected.length === 0
  const isSome = selected.length > 0 && selected.length < shown

  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome
  }, [isSome])

  useEffect(() => {
    // The buttons go with the last row that was chosen.
    if (isNone && hadSome.current) {
      focusIfLost(() => all.current ?? document.getElementById("screen-title"))
    }
    hadSome.current = !isNone
  }, [isNone])

  if (shown === 0) return null
  return (
    <section className="bulk" aria-label={t("admin:list.bulk")}>
      <label className="row-choice bulk-all">
        <input
          ref={all}
          type="checkbox"
          checked={selected.length === shown}
          onChange={({ target }) => (target.checked ? selection.chooseAll() : selection.clear())}
        />
        <span aria-live="polite">
          {isNone ? t("admin:list.chooseAll") : t("admin:list.chosen", { count: selected.length })}
        </span>
      </label>
      {!isNone && (
        <div className="bulk-acts">
          {resource.bulk.map((act) => (
            <button
              key={act.name}
              className={`btn btn-small ${act.isDanger ? "btn-danger" : "btn-ghost"}`}
              type="button"
              onClick={() => void acting.start(act, selected)}
            >
              <Icon name={act.icon} size={18} />
              {t(act.label)}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
