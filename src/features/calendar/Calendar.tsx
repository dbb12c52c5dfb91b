import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { $session } from "../../session/session.ts"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { useImport } from "../../ui/use-import.ts"
import { Controls } from "./Controls.tsx"
import { $filters, $openingMonth, $view, startFilters } from "./filters.ts"
import { $mayAdd, $ownTeams, keepEventsLoaded, startOpeningMonth } from "./queries.ts"
import { startReleases } from "./releases/store.ts"

interface Props {
  locale: Locale
}

const importAgendaView = async () => ({ View: (await import("./AgendaView.tsx")).AgendaView })
const importMonthView = async () => ({ View: (await import("./MonthView.tsx")).MonthView })

interface ViewProps extends Props {
  load: typeof importAgendaView
}

/** Loads only the code of the shown view: phones start with the list, and wide screens with the month. */
function LazyView({ locale, load }: ViewProps) {
  const { module, retry } = useImport(load)
  if (module) return <module.View />
  if (!retry) return <Loading locale={locale} />
  return <LoadFailed title="calendar:toasts.loadFailed" heading="h2" onRetry={retry} />
}

const Loading = ({ locale }: Props) => (
  <div className="grid gap-3.5" role="status">
    <span className="sr-only">{tFor(locale)("calendar:screen.loading")}</span>
    <span className="skeleton min-h-14" />
    <span className="skeleton min-h-14" />
    <span className="skeleton min-h-[420px] rounded-card" />
  </div>
)

function PostingRule({ locale }: Props) {
  const t = tFor(locale)
  const mayAdd = useStore($mayAdd)
  const isInTeam = Boolean(useStore($ownTeams)?.length)
  const session = useStore($session)
  const isSuperAdmin = session.status === "signed-in" && session.role === "super_admin"
  const refusalOutsideTeams = isSuperAdmin ? "superAdmin" : "mayNot"
  const refusal = isInTeam ? "notMine" : refusalOutsideTeams
  const rule = mayAdd ? "rule" : refusal
  return (
    <p className="hint mt-9 max-w-[72ch]">
      {t(`calendar:screen.${rule}`)}{" "}
      {rule === "mayNot" && (
        <a className="text-text underline underline-offset-4" href={localePath("/teams", locale)}>
          {t("calendar:screen.teams")}
        </a>
      )}
    </p>
  )
}

export function Calendar({ locale }: Props) {
  const t = tFor(locale)
  const view = useStore($view)
  // The controls are shown when the teams are loaded: a button for new events that appears later would move the others.
  const areTeamsLoaded = useStore($ownTeams) !== null
  useEffect(startFilters, [])
  useEffect(keepEventsLoaded, [])
  useEffect(startReleases, [])
  useEffect(startOpeningMonth, [])
  const openingMonth = useStore($openingMonth)
  const { month } = useStore($filters)
  const isMonthKnown = view !== "month" || month !== null || openingMonth !== null
  return (
    <>
      {areTeamsLoaded && isMonthKnown ? (
        <>
          <Controls />
          {/* The section gets the focus when the focused element disappears. */}
          <section
            id="calendar-events"
            // The section fills the window until the events are loaded, so that nothing visible moves.
            className="has-[.skeleton]:min-h-svh"
            tabIndex={-1}
            aria-label={t("calendar:screen.events")}
          >
            {view === "list" ? (
              <LazyView key="list" locale={locale} load={importAgendaView} />
            ) : (
              <LazyView key="grid" locale={locale} load={importMonthView} />
            )}
          </section>
          <PostingRule locale={locale} />
        </>
      ) : (
        <Loading locale={locale} />
      )}
    </>
  )
}
