import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import type { FieldState } from "../../../ui/forms/use-form.ts"
import { listDatesOfForm, WEEKDAY_EXAMPLES } from "./preview.ts"
import { FREQUENCIES, getWeekday } from "./rule.ts"
import type { RepeatValues } from "./schema.ts"

const TWO_COLUMNS_CLASS = "grid gap-4.5 sm:grid-cols-2"

const MAX_LISTED_DATES = 4

const formatDateText = (date: string, format: "shortDate" | "weekday") =>
  formatDate(`${date}T12:00:00Z`, format, pageLocale(), "UTC")

interface Props {
  values: RepeatValues & { start_date: string }
  change: (changes: Partial<RepeatValues>) => void
  field: (name: keyof RepeatValues) => FieldState
}

export function RepeatFields({ values, change, field }: Props) {
  const t = pageTranslate()
  const { frequency, repeat_days: days, repeat_end: end, repeat_except: excludedDates } = values
  const firstDate = values.start_date.slice(0, "2026-11-27".length)
  const isWeekly = frequency === "weekly" || frequency === "biweekly"
  const dates = listDatesOfForm(values)
  const excludeDate = (date: string) =>
    change({ repeat_except: [...new Set([...excludedDates, date])].toSorted() })

  return (
    <>
      <ChoiceField
        {...field("frequency")}
        label={t("calendar:form.repeat.title")}
        value={frequency}
        options={[
          { value: "", label: t("calendar:form.repeat.never") },
          ...FREQUENCIES.map((value) => ({ value, label: t(`calendar:form.repeat.${value}`) })),
        ]}
        onChange={(chosen) => change({ frequency: chosen })}
      />
      {isWeekly && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="label mb-1">{t("calendar:form.repeat.days")}</legend>
          {WEEKDAY_EXAMPLES.map(({ name, date }) => {
            const isWeekdayOfFirstDate = firstDate !== "" && getWeekday(firstDate) === name
            const isOn = isWeekdayOfFirstDate || days.includes(name)
            return (
              <Button
                key={name}
                className="btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
                aria-pressed={isOn}
                // The weekday of the first date cannot be removed.
                disabled={isWeekdayOfFirstDate}
                onClick={() =>
                  change({
                    repeat_days: isOn ? days.filter((day) => day !== name) : [...days, name],
                  })
                }
              >
                {formatDateText(date, "weekday")}
              </Button>
            )
          })}
        </fieldset>
      )}
      {frequency && (
        <>
          <div className={TWO_COLUMNS_CLASS}>
            <ChoiceField
              {...field("repeat_end")}
              label={t("calendar:form.repeat.ends")}
              value={end}
              options={[
                { value: "until", label: t("calendar:form.repeat.onDate") },
                { value: "count", label: t("calendar:form.repeat.afterCount") },
              ]}
              onChange={(repeat_end) => change({ repeat_end })}
            />
            {end === "until" ? (
              <TextField
                {...field("repeat")}
                type="date"
                label={t("calendar:form.repeat.until")}
                value={values.repeat_until}
                min={firstDate}
                onChange={(repeat_until) => change({ repeat_until, repeat: null })}
              />
            ) : (
              <TextField
                {...field("repeat")}
                label={t("calendar:form.repeat.count")}
                value={values.repeat_count}
                onChange={(repeat_count) => change({ repeat_count, repeat: null })}
              />
            )}
          </div>
          <TextField
            {...field("repeat_except")}
            type="date"
            label={t("calendar:form.repeat.except")}
            hint={t("calendar:form.repeat.exceptHint")}
            value=""
            min={firstDate}
            onChange={(date) => date && excludeDate(date)}
          />
          {excludedDates.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {excludedDates.map((date) => (
                <li key={date}>
                  <Button
                    className="btn-ghost btn-small"
                    aria-label={t("calendar:form.repeat.putBack", {
                      date: formatDateText(date, "shortDate"),
                    })}
                    onClick={() =>
                      change({ repeat_except: excludedDates.filter((other) => other !== date) })
                    }
                  >
                    {formatDateText(date, "shortDate")} ×
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {dates.length > 0 && (
            <p className="text-md text-soft" role="status">
              {t("calendar:form.repeat.dates", { count: dates.length })}{" "}
              {dates
                .slice(0, MAX_LISTED_DATES)
                .map((date) => formatDateText(date, "shortDate"))
                .join(" · ")}
              {dates.length > MAX_LISTED_DATES && " …"}
            </p>
          )}
        </>
      )}
    </>
  )
}
