import { useStore } from "@nanostores/react"
import { useState } from "react"
import { COUNTRIES } from "../../countries.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { getOwnCountry } from "../../session/own-country.ts"
import { Button } from "../../ui/Button.tsx"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import { IconDrawing, IslandIcon } from "../../ui/island-icons.tsx"
import { useImport } from "../../ui/use-import.ts"
import { VIEWER_FILTER } from "../events/event.ts"
import { openEditor } from "./editor/open-editor.ts"
import {
  $filters,
  $view,
  COUNTRY_FILTERS,
  changeFilters,
  changeView,
  chooseCountry,
  VIEWS,
} from "./filters.ts"
import { $mayAdd, $ownTeams, $selectableTeams } from "./queries.ts"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import { $releases, $showsReleases, toggleReleases } from "./releases/store.ts"
import { COUNTRY_CHIP_CLASS, ROUND_ON_PHONES_CLASS } from "./row-classes.ts"

/** Phones show these icons, because the names of the views do not fit. */
const VIEW_ICONS = {
  month: "M4 5h16v14H4zM4 9.7h16M4 14.3h16M9.3 5v14M14.7 5v14",
  week: "M4 5h16v14H4zM9.3 5v14M14.7 5v14",
  list: "M4 7h2M4 12h2M4 17h2M9.5 7H20M9.5 12H20M9.5 17H20",
} as const

const FILTER_ICON = "M4 7h16M7 12h10M10 17h4"

function ViewSwitch() {
  const t = pageTranslate()
  const view = useStore($view)
  return (
    <fieldset className="flex flex-none rounded-full border border-edge p-[3px]">
      <legend className="sr-only">{t("calendar:screen.view")}</legend>
      {VIEWS.map((name) => (
        <button
          key={name}
          className="inline-grid min-h-9.5 place-items-center rounded-full px-4 text-md font-semibold text-soft max-sm:px-2.5 max-[375px]:px-1.5 aria-pressed:bg-text aria-pressed:text-ink"
          type="button"
          aria-pressed={view === name}
          title={t(`calendar:screen.${name}`)}
          onClick={() => changeView(name)}
        >
          <span className="sm:hidden">
            <IconDrawing path={VIEW_ICONS[name]} />
          </span>
          <span className="max-sm:sr-only">{t(`calendar:screen.${name}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}

const importNavigation = () => import("./PeriodNavigation.tsx")

function LazyPeriodNavigation({ isWeek }: { isWeek: boolean }) {
  const { module } = useImport(importNavigation)
  return module && <module.PeriodNavigation isWeek={isWeek} />
}

function ReleasesChip({ className }: { className: string }) {
  const t = pageTranslate()
  const isShown = useStore($showsReleases)
  return (
    <button
      className={`btn btn-ghost btn-small flex-none px-3.5 aria-pressed:bg-disc ${className}`}
      type="button"
      aria-pressed={isShown}
      onClick={toggleReleases}
    >
      {isShown ? <IslandIcon name="check" size={16} /> : <ReleaseMark />}
      {t("calendar:releases.title")}
    </button>
  )
}

const openImportDialog = () =>
  openDialog(async () => (await import("./import/ImportDialog.tsx")).ImportDialog, {})

const ImportButton = ({ className }: { className: string }) => (
  <Button className={`btn-ghost btn-small ${className}`} onClick={() => void openImportDialog()}>
    {pageTranslate()("calendar:screen.import")}
  </Button>
)

function AddButton({ className }: { className: string }) {
  const t = pageTranslate()
  return (
    <Button className={`btn-small ${className}`} onClick={() => openEditor(null)}>
      <IslandIcon name="plus" size={20} />
      <span className="max-sm:sr-only">{t("calendar:screen.add")}</span>
    </Button>
  )
}

/** A button for each country. A second press shows all countries again. */
function CountryFilter() {
  const t = pageTranslate()
  const { country: chosen } = useStore($filters)
  const hasOwnCountry = chosen === VIEWER_FILTER || getOwnCountry() !== ""
  return (
    <fieldset className="flex gap-[inherit]">
      <legend className="sr-only">{t("calendar:screen.country")}</legend>
      {(hasOwnCountry ? COUNTRY_FILTERS : COUNTRIES).map((country) => (
        <button
          key={country}
          className={COUNTRY_CHIP_CLASS}
          type="button"
          aria-pressed={country === chosen}
          onClick={() => chooseCountry(country === chosen ? null : country)}
        >
          {country !== VIEWER_FILTER && <span className={`bar place-${country} h-3.5`} />}
          {t(country === VIEWER_FILTER ? "calendar:screen.nearMe" : `common:countries.${country}`)}
        </button>
      ))}
    </fieldset>
  )
}

function TeamFilter() {
  const t = pageTranslate()
  const { team } = useStore($filters)
  const teams = useStore($selectableTeams)
  const isInTeam = Boolean(useStore($ownTeams)?.length)
  return (
    <select
      className="input min-h-11 rounded-full py-2 text-md text-ellipsis max-sm:w-full sm:w-auto sm:max-w-[180px]"
      aria-label={t("calendar:screen.team")}
      value={team ?? ""}
      onChange={({ target }) => changeFilters({ team: target.value || null })}
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
  )
}

function Filters() {
  const t = pageTranslate()
  const { team } = useStore($filters)
  const mayAdd = useStore($mayAdd)
  const showsReleases = useStore($showsReleases)
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2 max-sm:gap-x-1.5">
      <legend className="sr-only">{t("calendar:screen.tools")}</legend>
      {/* On phones, these buttons scroll sideways, and the last visible one fades out. */}
      <div className="flex gap-2 max-sm:-ml-(--gutter) max-sm:min-w-0 max-sm:flex-1 max-sm:gap-1.5 max-sm:overflow-x-auto max-sm:py-1 max-sm:pr-3 max-sm:pl-(--gutter) max-sm:[mask-image:linear-gradient(to_left,transparent,#000_12px)] max-sm:[scrollbar-width:none]">
        <CountryFilter />
        <ReleasesChip className="max-sm:hidden" />
      </div>
      <button
        className={`btn btn-small btn-ghost sm:hidden ${ROUND_ON_PHONES_CLASS} ${team || showsReleases ? "bg-disc" : ""}`}
        type="button"
        aria-label={t("calendar:screen.moreFilters")}
        title={t("calendar:screen.moreFilters")}
        aria-expanded={isOpen}
        aria-controls="more-filters"
        onClick={() => setOpen(!isOpen)}
      >
        <IconDrawing path={FILTER_ICON} />
      </button>
      {mayAdd && <AddButton className={`sm:order-last lg:hidden ${ROUND_ON_PHONES_CLASS}`} />}
      <div
        id="more-filters"
        className={`flex flex-wrap items-center gap-2 max-sm:basis-full ${isOpen ? "" : "max-sm:hidden"}`}
      >
        <ReleasesChip className="sm:hidden" />
        <TeamFilter />
        {mayAdd && <ImportButton className="max-sm:w-full lg:hidden" />}
      </div>
    </fieldset>
  )
}

export function Controls() {
  const t = pageTranslate()
  const view = useStore($view)
  const mayAdd = useStore($mayAdd)
  const showsReleases = useStore($showsReleases)
  const { error } = useStore($releases)
  return (
    <div className="relative mb-4">
      {/* The buttons are in the row of the page's title. */}
      <div className="absolute -top-13 right-0 flex gap-2 max-[375px]:-top-12 md:-top-18">
        {mayAdd && (
          <>
            <ImportButton className="max-lg:hidden" />
            <AddButton className="max-lg:hidden" />
          </>
        )}
        <ViewSwitch />
      </div>
      {/* Wide screens show the period and the filters on one line if both fit. */}
      <div className="grid gap-2 sm:gap-3.5 lg:flex lg:flex-wrap lg:justify-between">
        {view !== "list" && (
          <div className="flex min-h-11.5 items-center gap-1 lg:min-w-100">
            <LazyPeriodNavigation isWeek={view === "week"} />
          </div>
        )}
        <Filters />
      </div>
      <p className="mt-2 text-sm text-soft empty:hidden" role="status">
        {showsReleases && error && t("calendar:releases.failed")}
      </p>
    </div>
  )
}
