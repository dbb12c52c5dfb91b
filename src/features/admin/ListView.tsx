/** The list of a resource: its head, its tools, its rows, and the questions before an act. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { ActDialog } from "./ActDialog.tsx"
import { BulkBar } from "./BulkBar.tsx"
import { hasUnfinished } from "./drafts.ts"
import { Leftover } from "./Leftover.tsx"
import { ListTools } from "./ListTools.tsx"
import { followList } from "./list-address.ts"
import type { ListScreen } from "./list-screen.ts"
import { PublishingPanel } from "./PublishingPanel.tsx"
import { Rows } from "./Rows.tsx"
import type { Row } from "./resource.ts"
import type { ListViews } from "./views.ts"
import type { Writing } from "./writing.ts"

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
  writing: Writing | null
}

/** Tells of something new that was begun and not finished. */
function Unfinished({ writing }: { writing: Writing }) {
  const t = pageTranslate()
  const kept = useStore(writing.$kept)
  const { status } = useStore(writing.$editor)
  if (!hasUnfinished(kept) || status !== "closed") return null
  return (
    <p className="notice">
      {t("admin:list.unfinished")}
      <button
        className="link"
        type="button"
        onClick={() => {
          writing.takeUnfinished()
          void writing.open()
        }}
      >
        {t("admin:list.continue")}
      </button>
    </p>
  )
}

export function ListView<Listed extends Row>({ screen, views, writing }: Props<Listed>) {
  const t = pageTranslate()
  const { resource, publishing } = screen
  const Tools = views.Tools ?? ListTools

  useEffect(() => {
    if (resource.publicPath !== null) void publishing.resume(resource.publicPath)
    return followList(screen)
  }, [screen, resource, publishing])

  return (
    <>
      <header className="screen-head">
        <div>
          <h1 id="screen-title" tabIndex={-1}>
            {t(views.texts.title)}
          </h1>
          {views.texts.lead && <p className="soft">{t(views.texts.lead)}</p>}
        </div>
        {writing?.create && (
          <button className="btn btn-small" type="button" onClick={() => void writing.open()}>
            <Icon name="plus" size={18} />
            {t(writing.create)}
          </button>
        )}
      </header>
      {resource.publicPath !== null && <PublishingPanel publishing={publishing} />}
      {writing && <Unfinished writing={writing} />}
      <Tools screen={screen} views={views} />
      <Leftover screen={screen} />
      {resource.bulk.length > 0 && <BulkBar screen={screen} />}
      <Rows screen={screen} views={views} writing={writing} />
      <ActDialog screen={screen} />
    </>
  )
}
