/** Day, month and year of birth, of which only a whole date is saved. */
import { useState } from "react"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { fieldErrorText } from "../../ui/failure-text.ts"
import type { FieldState } from "../../ui/use-form.ts"
import { type BirthDate, dayOptions, MONTH_OPTIONS, yearOptions } from "./birth-date.ts"
import { chooseBirthDate, isPartial, monthNames } from "./birth-date-field.ts"

interface Props extends FieldState {
  date: BirthDate
  onChange: (date: BirthDate) => void
}

interface Option {
  value: string
  label: string
}

const plain = (value: string): Option => ({ value, label: value })

function optionsOf({ birth_month, birth_year }: BirthDate): Record<keyof BirthDate, Option[]> {
  const names = monthNames(INTL_LOCALES[pageLocale()])
  return {
    birth_day: dayOptions(birth_month, birth_year).map(plain),
    birth_month: MONTH_OPTIONS.map((value, index) => ({ value, label: names[index] ?? value })),
    birth_year: yearOptions().map(plain),
  }
}

const PARTS = [
  { name: "birth_day", autoComplete: "bday-day" },
  { name: "birth_month", autoComplete: "bday-month" },
  { name: "birth_year", autoComplete: "bday-year" },
] as const

export function BirthDateField({ id, error, date, onChange }: Props) {
  const t = pageTranslate()
  const [clearedDay, setClearedDay] = useState<string | null>(null)
  const options = optionsOf(date)

  const notes = [
    clearedDay && t("profile:form.birthDayCleared", { day: Number(clearedDay) }),
    isPartial(date) && t("profile:form.birthPartial"),
  ].filter((note) => note)

  function choose(parts: Partial<BirthDate>) {
    const chosen = chooseBirthDate(date, parts)
    setClearedDay(chosen.clearedDay)
    onChange(chosen.date)
  }

  return (
    <fieldset className="field birth" aria-describedby={`${id}-hint ${id}-note`}>
      <legend className="label">{t("profile:form.birthDate")}</legend>
      <div className="birth-parts">
        {PARTS.map(({ name, autoComplete }) => (
          <div key={name} className="birth-part">
            <label className="hint" htmlFor={`${id}-${name}`}>
              {t(`profile:form.${name}`)}
            </label>
            <select
              id={`${id}-${name}`}
              className="input"
              autoComplete={autoComplete}
              value={date[name]}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => choose({ [name]: target.value })}
            >
              <option value="">{t("profile:form.birthNone")}</option>
              {options[name].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <p id={`${id}-note`} className="birth-note" role="status">
        {notes.join(" ")}
      </p>
      <p id={`${id}-hint`} className="hint">
        {t("profile:form.birthHint")}
      </p>
      {error && (
        <p className="error" role="alert">
          {t(fieldErrorText(error))}
        </p>
      )}
    </fieldset>
  )
}
