import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { addDays, addMonths, formatDay } from "./days.ts"
import { $month, $shownDay, chooseDay, getToday, goToMonth } from "./filters.ts"
import { formatWeek } from "./month.ts"

export function PeriodNavigation({ isWeek }: { isWeek: boolean }) {
  const t = pageTranslate()
  const month = useStore($month)
  const day = useStore($shownDay)
  return (
    <>
      {([-1, 1] as const).map((direction) => (
        <button
          key={direction}
          className="icon-btn max-sm:w-9 first-of-type:-ml-2.5"
          type="button"
          aria-label={t(
            `calendar:month.${direction < 0 ? "previous" : "next"}${isWeek ? "Week" : ""}`,
          )}
          onClick={() =>
            isWeek ? chooseDay(addDays(day, 7 * direction)) : goToMonth(addMonths(month, direction))
          }
        >
          <IslandIcon name={direction < 0 ? "back" : "arrow"} />
        </button>
      ))}
      <h2
        id="month-name"
        className="first-letter:uppercase max-sm:flex-1 max-sm:font-sans max-sm:text-base max-sm:leading-[1.15] max-sm:tracking-normal sm:text-xl sm:whitespace-nowrap lg:text-2xl"
        aria-live="polite"
      >
        {isWeek ? formatWeek(day, pageLocale()) : formatDay(month, "month", pageLocale())}
      </h2>
      <button
        className="btn btn-ghost btn-small max-sm:px-3.5 sm:ml-2"
        type="button"
        onClick={() => chooseDay(getToday())}
      >
        {t("calendar:screen.today")}
      </button>
    </>
  )
}
