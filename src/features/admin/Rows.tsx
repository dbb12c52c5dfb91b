/** The rows of a list, or why there are none. */
import "./list.css"
import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { askIn, isNarrowed } from "./ask.ts"
import { useKeptFocus } from "./kept-focus.ts"
import { ListRow } from "./ListRow.tsx"
import { ListSkeleton } from "./ListSkeleton.tsx"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"
import { sayError } from "./say.ts"
import type { ListViews } from "./views.ts"
import type { Writing } from "./writing.ts"

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  writing: Writing | null
}

function NoRows<Listed extends Row>({ screen, views }: Omit<Props<Listed>, "writing">) {
  const t = pageTranslate()
  const { list, resource } = screen
  if (!isNarrowed(useStore(list.$ask))) return <p className="state">{t(views.texts.empty)}</p>
  return (
    <div className="state">
      <p>{t("admin:list.noMatch")}</p>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        onClick={() => {
          void list.ask(askIn("", resource.params))
          document.getElementById("list-search")?.focus()
        }}
      >
        {t(views.texts.usual ?? "admin:list.showAll")}
      </button>
    </div>
  )
}

export function Rows<Listed extends Row>({ screen, views, writing }: Props<Listed>) {
  const t = pageTranslate()
  const { list } = screen
  const state = useStore(list.$list)
  const rows = useRef<HTMLUListElement>(null)
  const keptFocus = useKeptFocus(rows)
  const { loadFailed } = views.texts

  useEffect(
    () =>
      list.$list.listen((now) => {
        if (now.status === "failed") sayError(loadFailed, now.failure)
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
      <div className="state" role="alert">
        <h2>{t(loadFailed)}</h2>
        <p className="soft">{t(failureText(state.failure.code))}</p>
        <button
          className="btn btn-small"
          type="button"
          onClick={() => {
            void list.reload()
            focusIdIfLost("screen-title")
          }}
        >
          {t("common:tryAgain")}
        </button>
      </div>
    )
  }
  if (state.rows.length === 0) return <NoRows screen={screen} views={views} />
  return (
    <>
      <ul
        className="rows"
        ref={rows}
        {...keptFocus}
        aria-label={t(views.texts.list)}
        aria-busy={state.isOutdated || undefined}
      >
        {state.rows.map((row) => (
          <ListRow key={row.id} row={row} screen={screen} views={views} writing={writing} />
        ))}
      </ul>
      {state.more === "failed" && (
        <p className="error" role="alert">
          {t("admin:list.moreFailed")}
        </p>
      )}
      {state.next && (
        <button
          className="btn btn-ghost btn-small rows-more"
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
