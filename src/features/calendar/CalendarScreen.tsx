import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { AddBar } from "./AddBar.tsx"
import { AgendaView } from "./AgendaView.tsx"
import { DeleteDialog } from "./DeleteDialog.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { MonthView } from "./MonthView.tsx"
import { $editor, startForgetting } from "./open-editor.ts"
import { $ownTeams, $view, startCalendar } from "./page.ts"

/** `loading` stands there until it is known what the member may do: what depends on it must not jump. */
export function CalendarScreen({ loading }: { loading: ReactNode }) {
  const t = pageTranslate()
  const view = useStore($view)
  const editor = useStore($editor)
  const isKnown = useStore($ownTeams) !== null
  useEffect(startCalendar, [])
  useEffect(startForgetting, [])

  return (
    <>
      {isKnown ? (
        <>
          <AddBar />
          <FilterBar />
          {/* Takes the focus when what had it is gone. */}
          <section id="calendar-events" tabIndex={-1} aria-label={t("calendar:screen.events")}>
            {view === "month" ? <MonthView /> : <AgendaView />}
          </section>
        </>
      ) : (
        loading
      )}
      {editor && <editor.Editor />}
      <DeleteDialog />
    </>
  )
}
