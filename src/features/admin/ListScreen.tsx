/** The list of a resource, with its empty, loading and error face. */
import "./list.css"
import { useStore } from "@nanostores/react"
import { useRef } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { Icon } from "../../ui/Icon.tsx"
import { hasUnfinished } from "./drafts.ts"
import { ListRow } from "./ListRow.tsx"
import { ListSkeleton } from "./ListSkeleton.tsx"
import { PublishingPanel } from "./PublishingPanel.tsx"
import type { Row } from "./resource.ts"
import type { AdminScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends Row, Full extends Listed, Values extends object> {
  screen: AdminScreen<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

export function ListScreen<Listed extends Row, Full extends Listed, Values extends object>({
  screen,
  views,
}: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const kept = useStore(screen.drafts.$kept)
  const { status } = useStore(screen.editor.$editor)

  function continueWriting() {
    screen.drafts.takeUnfinished()
    void screen.editor.open()
  }

  return (
    <>
      <header className="screen-head">
        <h1 id="screen-title" tabIndex={-1}>
          {t(views.texts.title)}
        </h1>
        <button className="btn btn-small" type="button" onClick={() => void screen.editor.open()}>
          <Icon name="plus" size={18} />
          {t(views.texts.create)}
        </button>
      </header>
      <PublishingPanel publishing={screen.publishing} />
      {hasUnfinished(kept) && status === "closed" && (
        <p className="notice">
          {t("admin:list.unfinished")}
          <button className="link" type="button" onClick={continueWriting}>
            {t("admin:list.continue")}
          </button>
        </p>
      )}
      <Rows screen={screen} views={views} />
    </>
  )
}

function Rows<Listed extends Row, Full extends Listed, Values extends object>({
  screen,
  views,
}: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const state = useStore(screen.list.$list)
  const rows = useRef<HTMLUListElement>(null)

  async function loadMore(shown: number) {
    await screen.list.loadMore()
    // The button may be gone: the focus goes on with the first row that is new.
    requestAnimationFrame(() => {
      rows.current?.children[shown]?.querySelector<HTMLElement>("button")?.focus()
    })
  }

  if (state.status === "loading") return <ListSkeleton />
  if (state.status === "failed") {
    return (
      <div className="state" role="alert">
        <h2>{t(views.texts.loadFailed)}</h2>
        <p className="soft">{t(failureText(state.failure.code))}</p>
        <button className="btn btn-small" type="button" onClick={() => void screen.list.reload()}>
          {t("common:tryAgain")}
        </button>
      </div>
    )
  }
  if (state.rows.length === 0) return <p className="state">{t(views.texts.empty)}</p>
  return (
    <>
      <ul className="rows" ref={rows} aria-label={t(views.texts.list)}>
        {state.rows.map((row) => (
          <ListRow key={row.id} row={row} screen={screen} views={views} />
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
