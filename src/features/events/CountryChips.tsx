import { COUNTRIES, type Country } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"

interface Props {
  locale: Locale
  /** Id of the element with the label. */
  labelledBy?: string
  /**
   * Called with the pressed country. If it is missing, each chip links to the calendar of its country, on a picture.
   */
  onChoose?: (country: Country) => void
}

const CHIP_CLASS = "btn btn-ghost btn-small max-sm:px-3.5"

export function CountryChips({ locale, labelledBy, onChoose }: Props) {
  const t = tFor(locale)
  return (
    <ul className="flex flex-wrap gap-2.5 max-sm:gap-2" aria-labelledby={labelledBy}>
      {COUNTRIES.map((country) => {
        const content = (
          <>
            <span className={`dot place-${country}`} />
            {t(`common:countries.${country}`)}
          </>
        )
        return (
          <li key={country}>
            {onChoose ? (
              <button className={CHIP_CLASS} type="button" onClick={() => onChoose(country)}>
                {content}
              </button>
            ) : (
              <a
                className={`${CHIP_CLASS} bg-[#120f1ab3]`}
                href={`${localePath("/calendar", locale)}?country=${country}`}
              >
                {content}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
