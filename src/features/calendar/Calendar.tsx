import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { COUNTRIES } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getInitialCountry } from "../../session/own-country.ts"
import { $session } from "../../session/session.ts"
import { failed } from "../../shared/call.ts"
import { Button } from "../../ui/Button.tsx"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { useImport } from "../../ui/use-import.ts"
import { VIEWER_FILTER } from "../events/event.ts"
import { AgendaView } from "./AgendaView.tsx"
import { openEditor } from "./editor/open-editor.ts"
import {
  $filters,
  $view,
  COUNTRY_FILTERS,
  choose,
  chooseCountry,
  startFilters,
  VIEWS,
} from "./filters.ts"
import { $mayAdd, $ownTeams, $selectableTeams, startEvents } from "./queries.ts"
import { $releases, $showsReleases, startReleases, toggleReleases } from "./releases/store.ts"

interface Props {
  locale: Locale
}

const importMonthView = () => import("./MonthView.tsx")

/** Loads the month view on demand, because phones show the list first. */
function LazyMonthView({ locale }: Props) {
  const { module, retry } = useImport(importMonthView, true)
  if (module) return <module.MonthView />
  if (!retry) return <Loading locale={locale} />
  const { failure } = failed("unreachable")
  return (
    <LoadFailed title="calendar:toasts.loadFailed" heading="h2" failure={failure} onRetry={retry} />
  )
}

const Loading = ({ locale }: Props) => (
  <div className="grid gap-3.5" role="status">
    <span className="sr-only">{tFor(locale)("calendar:screen.loading")}</span>
    <span className="skeleton min-h-14" />
    <span className="skeleton min-h-14" />
    <span className="skeleton min-h-[420px] rounded-card" />
  </div>
)

/** Explains why this member cannot add events. */
function PostingRule({ locale }: Props) {
  const t = tFor(locale)
  const mayAdd = useStore($mayAdd)
  const isInTeam = Boolean(useStore($ownTeams)?.length)
  const session = useStore($session)
  const isSuperAdmin = session.status === "signed-in" && session.role === "super_admin"
  const refusal = isInTeam ? "notMine" : isSuperAdmin ? "superAdmin" : "mayNot"
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

const SELECT =
  "input min-h-11 py-2 text-ellipsis max-sm:pr-8 max-sm:pl-3 sm:w-auto sm:max-w-[240px] sm:min-w-[170px]"

const openImport = () =>
  openDialog(async () => (await import("./import/ImportDialog.tsx")).ImportDialog, {})

function ReleasesSwitch() {
  const t = pageTranslate()
  const isShown = useStore($showsReleases)
  const { error } = useStore($releases)
  return (
    <>
      <button
        className="btn btn-ghost btn-small max-sm:col-span-2 max-sm:justify-self-start aria-pressed:bg-text aria-pressed:text-ink"
        type="button"
        aria-pressed={isShown}
        onClick={toggleReleases}
      >
        {t("calendar:releases.show")}
      </button>
      <p className="text-sm text-soft empty:hidden max-sm:col-span-2" role="status">
        {isShown && error && t("calendar:releases.failed")}
      </p>
    </>
  )
}

function Tools() {
  const t = pageTranslate()
  const { country, team } = useStore($filters)
  const teams = useStore($selectableTeams)
  const isInTeam = Boolean(useStore($ownTeams)?.length)
  const mayAdd = useStore($mayAdd)
  const view = useStore($view)
  const [ownCountry] = useState(getInitialCountry)
  return (
    <fieldset className="mb-7 grid grid-cols-2 items-center gap-2.5 sm:flex sm:flex-wrap">
      <legend className="sr-only">{t("calendar:screen.tools")}</legend>
      {/* The selects have no visible labels, because labels would take more lines on phones. */}
      <select
        className={SELECT}
        aria-label={t("calendar:screen.country")}
        value={country ?? ""}
        onChange={({ target }) =>
          chooseCountry(COUNTRY_FILTERS.find((name) => name === target.value) ?? null)
        }
      >
        <option value="">{t("calendar:screen.anyCountry")}</option>
        {(country === VIEWER_FILTER || ownCountry) && (
          <option value={VIEWER_FILTER}>{t("calendar:screen.nearMe")}</option>
        )}
        {COUNTRIES.map((name) => (
          <option key={name} value={name}>
            {t(`common:countries.${name}`)}
          </option>
        ))}
      </select>
      <select
        className={SELECT}
        aria-label={t("calendar:screen.team")}
        value={team ?? ""}
        onChange={({ target }) => choose({ team: target.value || null })}
      >
        <option value="">{t("calendar:screen.anyTeam")}</option>
        {(isInTeam || team === VIEWER_FILTER) && (
          <option value={VIEWER_FILTER}>{t("calendar:screen.myTeams")}</option>
        )}
        {teams.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name || t("calendar:screen.missingTeam")}
          </option>
        ))}
      </select>
      <ReleasesSwitch />
      <fieldset className="flex rounded-full border border-edge p-[3px] max-sm:col-span-2 sm:ml-auto">
        <legend className="sr-only">{t("calendar:screen.view")}</legend>
        {VIEWS.map((name) => (
          <button
            key={name}
            className="min-h-9.5 max-md:min-h-11 flex-1 rounded-full px-4 text-md font-semibold text-soft aria-pressed:bg-text aria-pressed:text-ink"
            type="button"
            aria-pressed={view === name}
            onClick={() => choose({ view: name })}
          >
            {t(`calendar:screen.${name}`)}
          </button>
        ))}
      </fieldset>
      {country === VIEWER_FILTER && (
        <button
          className="justify-self-start py-1.5 text-sm font-semibold underline underline-offset-4"
          type="button"
          onClick={() => chooseCountry(null)}
        >
          {t("calendar:screen.anyCountry")}
        </button>
      )}
      {mayAdd && (
        <>
          <Button className="max-sm:col-span-2" onClick={() => openEditor(null)}>
            <IslandIcon name="plus" size={20} />
            {t("calendar:screen.add")}
          </Button>
          <Button className="btn-ghost max-sm:col-span-2" onClick={() => void openImport()}>
            {t("calendar:screen.import")}
          </Button>
        </>
      )}
    </fieldset>
  )
}

export function Calendar({ locale }: Props) {
  const t = tFor(locale)
  const view = useStore($view)
  // The tools are rendered after the member's teams are loaded. Otherwise the buttons for new events would move them.
  const areTeamsLoaded = useStore($ownTeams) !== null
  useEffect(startFilters, [])
  useEffect(startEvents, [])
  useEffect(startReleases, [])
  return (
    <>
      {areTeamsLoaded ? (
        <>
          <Tools />
          {/* The section gets the focus when the focused element disappears. */}
          <section
            id="calendar-events"
            // Until the events are loaded, the section fills the window, so that the content below does not move visibly.
            className="has-[.skeleton]:min-h-svh"
            tabIndex={-1}
            aria-label={t("calendar:screen.events")}
          >
            {view === "list" ? <AgendaView /> : <LazyMonthView locale={locale} />}
          </section>
          <PostingRule locale={locale} />
        </>
      ) : (
        <Loading locale={locale} />
      )}
    </>
  )
}
