import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { AddBar } from "./AddBar.tsx"
import { AgendaView } from "./AgendaView.tsx"
import { DeleteDialog } from "./DeleteDialog.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { MonthView } from "./MonthView.tsx"
import { $editor, $view, startCalendar } from "./page.ts"

export function CalendarScreen() {
  const t = pageTranslate()
  const view = useStore($view)
  const editor = useStore($editor)
  useEffect(startCalendar, [])

  return (
    <>
      <AddBar />
      <FilterBar />
      {/* Takes the focus when what had it is gone. */}
      <section id="calendar-events" tabIndex={-1} aria-label={t("calendar:screen.events")}>
        {view === "month" ? <MonthView /> : <AgendaView />}
      </section>
      {editor && <editor.Editor />}
      <DeleteDialog />
    </>
  )
}
