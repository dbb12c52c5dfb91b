import type { Locale } from "../i18n/locales.ts"
import { tFor } from "../i18n/t-for.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  locale: Locale
  page: number
  pages: number
  hrefOf: (page: number) => string
}

/** Links to the pages of a list. */
export function Pager({ locale, page, pages, hrefOf }: Props) {
  if (pages < 2) return null
  const t = tFor(locale)
  const numbers = Array.from({ length: pages }, (_, i) => i + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 2,
  )
  return (
    <nav
      className="mt-14 flex items-center justify-center gap-1"
      aria-label={t("common:pages.label")}
    >
      {page > 1 && (
        <a
          className="icon-btn rotate-180"
          href={hrefOf(page - 1)}
          rel="prev"
          aria-label={t("common:pages.previous")}
        >
          <Icon name="arrow" />
        </a>
      )}
      <ol className="flex items-center justify-center gap-1">
        {numbers.map((number, i) => (
          <li key={number} className="flex items-center">
            {number - (numbers[i - 1] ?? 0) > 1 && <span className="text-soft">…</span>}
            <a
              className="grid h-11 min-w-11 place-items-center rounded-full px-2 font-semibold text-soft [font-variant-numeric:tabular-nums] hover:bg-raise hover:text-text aria-[current]:bg-text aria-[current]:text-ink"
              href={hrefOf(number)}
              aria-label={t("common:pages.page", { page: number })}
              aria-current={number === page ? "page" : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <a
          className="icon-btn"
          href={hrefOf(page + 1)}
          rel="next"
          aria-label={t("common:pages.next")}
        >
          <Icon name="arrow" />
        </a>
      )}
    </nav>
  )
}
