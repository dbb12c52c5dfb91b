/** Country, team, and how the calendar is shown. */
import { useStore } from "@nanostores/react"
import { useId } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { COUNTRIES } from "./filters.ts"
import { $filters, $hasRoom, $knownTeams, $view, choose } from "./page.ts"

export function FilterBar() {
  const t = pageTranslate()
  const id = useId()
  const { country, team } = useStore($filters)
  const teams = useStore($knownTeams)
  const hasRoom = useStore($hasRoom)
  const view = useStore($view)
  return (
    <fieldset className="calendar-filters">
      <legend className="sr-only">{t("calendar:screen.tools")}</legend>
      <label htmlFor={`${id}country`}>{t("calendar:screen.country")}</label>
      <select
        id={`${id}country`}
        className="input"
        value={country ?? ""}
        onChange={({ target }) =>
          choose({ country: COUNTRIES.find((name) => name === target.value) ?? null })
        }
      >
        <option value="">{t("calendar:screen.anyCountry")}</option>
        {COUNTRIES.map((name) => (
          <option key={name} value={name}>
            {t(`common:countries.${name}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}team`}>{t("calendar:screen.team")}</label>
      <select
        id={`${id}team`}
        className="input"
        value={team ?? ""}
        onChange={({ target }) => choose({ team: target.value || null })}
      >
        <option value="">{t("calendar:screen.anyTeam")}</option>
        {teams.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name || t("calendar:screen.missingTeam")}
          </option>
        ))}
      </select>
      {hasRoom && (
        <fieldset className="calendar-views">
          <legend className="sr-only">{t("calendar:screen.view")}</legend>
          {(["month", "list"] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => choose({ view: name })}
            >
              {t(`calendar:screen.${name}`)}
            </button>
          ))}
        </fieldset>
      )}
    </fieldset>
  )
}
