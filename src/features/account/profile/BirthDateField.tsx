/**
 * Field for the birth date: selects for day and month, and a text field for the year, because some phones
 * are slow to open a select with all years since 1900.
 */
import { type ReactNode, useState } from "react"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { getFieldErrorKey } from "../../../ui/forms/failure-keys.ts"
import { LabelLine } from "../../../ui/forms/fields.tsx"
import type { BoundField } from "../../../ui/forms/use-form.ts"
import {
  type BirthDate,
  chooseBirthDate,
  listDayOptions,
  listMissingParts,
  listMonthNames,
  listYearOptions,
  MONTH_OPTIONS,
} from "./birth-date.ts"

interface Option {
  value: string
  label: string
}

const toOption = (value: string): Option => ({ value, label: value })

/** Returns the name, the `autocomplete` value and the options of the selects for day and month. */
function listSelects({ birth_month, birth_year }: BirthDate) {
  const monthNames = listMonthNames(INTL_LOCALES[pageLocale()])
  const months = MONTH_OPTIONS.map((value, index) => ({ value, label: monthNames[index] ?? value }))
  return [
    ["birth_day", "bday-day", listDayOptions(birth_month, birth_year).map(toOption)],
    ["birth_month", "bday-month", months],
  ] as const
}

interface Props extends BoundField<BirthDate> {
  aside: ReactNode
}

export function BirthDateField({ id, error, value: date, onChange, aside }: Props) {
  const t = pageTranslate()
  /** Day that the field has cleared, because the chosen month has fewer days. */
  const [clearedDay, setClearedDay] = useState<string | null>(null)

  const missingParts = listMissingParts(date)
  const [missingPart] = missingParts
  const isInvalid = (part: keyof BirthDate) => {
    if (error === "incomplete_date") return missingParts.includes(part)
    return error === "invalid_year" ? part === "birth_year" : error !== undefined
  }

  function choose(parts: Partial<BirthDate>) {
    const result = chooseBirthDate(date, parts)
    setClearedDay(result.clearedDay)
    onChange(result.date)
  }

  return (
    <fieldset
      className="field"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint ${id}-note${error ? ` ${id}-error` : ""}`}
    >
      {/* A <legend> cannot share its line with other elements. */}
      <LabelLine aside={aside}>
        <span id={`${id}-label`} className="label">
          {t("profile:form.birthDate")}
        </span>
      </LabelLine>
      <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,7fr)_minmax(0,5fr)] gap-3">
        {listSelects(date).map(([name, autoComplete, options]) => (
          <div key={name} className="grid gap-1">
            <label className="hint" htmlFor={`${id}-${name}`}>
              {t(`profile:form.${name}`)}
            </label>
            <select
              id={`${id}-${name}`}
              className="input pr-2 pl-3"
              autoComplete={autoComplete}
              value={date[name]}
              aria-invalid={isInvalid(name) || undefined}
              onChange={({ target }) => choose({ [name]: target.value })}
            >
              <option value="">{t("profile:form.birthNone")}</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ))}
        <div className="grid gap-1">
          <label className="hint" htmlFor={`${id}-birth_year`}>
            {t("profile:form.birth_year")}
          </label>
          <input
            id={`${id}-birth_year`}
            className="input px-3"
            inputMode="numeric"
            autoComplete="bday-year"
            maxLength={4}
            list={`${id}-years`}
            value={date.birth_year}
            aria-invalid={isInvalid("birth_year") || undefined}
            onChange={({ target }) => choose({ birth_year: target.value.replace(/\D/g, "") })}
          />
          <datalist id={`${id}-years`}>
            {listYearOptions().map((year) => (
              <option key={year} value={year} />
            ))}
          </datalist>
        </div>
      </div>
      <p id={`${id}-note`} className="text-sm font-medium empty:hidden" role="status">
        {clearedDay &&
          !date.birth_day &&
          !error &&
          t("profile:form.birthDayCleared", { day: Number(clearedDay) })}
      </p>
      <p id={`${id}-hint`} className="hint">
        {t("profile:form.birthHint")}
      </p>
      {error && (
        <p id={`${id}-error`} className="error" role="alert">
          {error === "incomplete_date" && missingPart && missingParts.length === 1
            ? t(`profile:form.birthMissing.${missingPart}`)
            : t(getFieldErrorKey(error))}
        </p>
      )}
    </fieldset>
  )
}
