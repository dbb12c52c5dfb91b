import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import { CheckField, ChoiceField, type FieldProps } from "../../../ui/forms/fields.tsx"
import type { PublicEvent } from "../schema.ts"
import { selectAffectedDates } from "./affected-dates.ts"
import { SCOPES, type Scope, type SeriesDate, seriesDates } from "./schema.ts"

const MAX_LISTED_DATES = 3

interface ScopeProps extends Pick<FieldProps, "id" | "error"> {
  label: string
  value: Scope
  onChange: (scope: Scope) => void
  event: Pick<PublicEvent, "id" | "series">
  outcome: "changed" | "deleted"
  onlyUpcoming?: boolean
  /** A checkbox for dates that were edited individually. If undefined, these dates are always included. */
  includeEditedDates?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
}

/** Lets the member choose which dates of a series a change or deletion affects, and shows how many there are. */
export function ScopeField(props: ScopeProps) {
  const { event, outcome, onlyUpcoming = false, includeEditedDates, ...field } = props
  const t = pageTranslate()
  const checkboxId = useId()
  const [$dates] = useState(() =>
    createQuery([`/api/events/${event.id}/series`], seriesDates, { requiresLogin: true }),
  )
  const { data } = useStore($dates)
  const now = new Date().toISOString()
  const dates = data?.dates.filter(({ end_date }) => !onlyUpcoming || end_date > now)
  const { regular, edited } = selectAffectedDates(
    dates ?? [],
    event.series?.date ?? "",
    field.value,
  )
  const includesEdited = includeEditedDates?.isOn ?? true
  const options = SCOPES.map((value) => ({ value, label: t(`calendar:form.scope.${value}`) }))
  return (
    <div className="grid gap-2.5">
      <ChoiceField {...field} options={options} />
      {dates && field.value !== "this" && (
        <p className="text-md text-soft" role="status">
          {t(`calendar:form.scope.${outcome}`, {
            count: regular.length + (includesEdited ? edited.length : 0),
          })}{" "}
          {!includesEdited &&
            edited.length > 0 &&
            t("calendar:form.scope.stays", { count: edited.length, dates: formatDates(edited) })}
        </p>
      )}
      {includeEditedDates && edited.length > 0 && (
        <CheckField
          id={checkboxId}
          error={undefined}
          label={t("calendar:form.scope.withEdited", { count: edited.length })}
          hint={t("calendar:form.scope.withEditedHint")}
          value={includeEditedDates.isOn}
          onChange={includeEditedDates.onChange}
        />
      )}
    </div>
  )
}

function formatDates(dates: SeriesDate[]): string {
  const names = dates
    .slice(0, MAX_LISTED_DATES)
    .map(({ start_date, time_zone }) =>
      formatDate(start_date, "shortDate", pageLocale(), time_zone),
    )
  return [...names, ...(dates.length > MAX_LISTED_DATES ? ["…"] : [])].join(", ")
}
