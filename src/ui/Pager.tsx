import type { Locale } from "../i18n/locales.ts"
import { tFor } from "../i18n/t-for.ts"
import { IslandIcon } from "./island-icons.tsx"

interface Props {
  locale: Locale
  /** Number of this page. Pages are numbered from the oldest, so that new articles do not change the numbers. */
  page: number
  newerPageCount: number
  /** Returns the URL of the page with this number, or of the newest page if the number is missing. */
  getHref: (page?: number) => string
}

/** Number of pages on each side of this page that get a link. The oldest and the newest page always have a link. */
const LINKS_PER_SIDE = 2

export function Pager({ locale, page, newerPageCount, getHref }: Props) {
  if (page === 1 && newerPageCount === 0) return null
  const t = tFor(locale)
  const newest = page + newerPageCount
  const nearbyNumbers = Array.from(
    { length: 2 * LINKS_PER_SIDE + 1 },
    (_, i) => page + LINKS_PER_SIDE - i,
  )
  const numbers = [...new Set([...nearbyNumbers, 1])].filter(
    (number) => number >= 1 && number < newest,
  )
  const links = [
    { number: newest, text: t("common:pages.newest"), label: undefined, href: getHref() },
    ...numbers.map((number) => ({
      number,
      text: String(number),
      label: t("common:pages.page", { page: number }),
      href: getHref(number),
    })),
  ]
  const renderStep = (to: number, rel: "prev" | "next") => (
    <a
      className={rel === "prev" ? "icon-btn rotate-180" : "icon-btn"}
      href={to === newest ? getHref() : getHref(to)}
      rel={rel}
      aria-label={t(rel === "prev" ? "common:pages.previous" : "common:pages.next")}
    >
      <IslandIcon name="arrow" />
    </a>
  )
  return (
    <nav
      className="mt-14 flex items-center justify-center gap-1"
      aria-label={t("common:pages.label")}
    >
      {newerPageCount > 0 && renderStep(page + 1, "prev")}
      <ol className="flex items-center justify-center gap-1">
        {links.map(({ number, text, label, href }, i) => (
          <li key={number} className="flex items-center">
            {(links[i - 1]?.number ?? number) - number > 1 && <span className="text-soft">…</span>}
            <a
              className="grid h-11 min-w-11 place-items-center rounded-full px-2 font-semibold text-soft [font-variant-numeric:tabular-nums] hover:bg-raise hover:text-text aria-[current]:bg-text aria-[current]:text-ink"
              href={href}
              aria-label={label}
              aria-current={number === page ? "page" : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
      {page > 1 && renderStep(page - 1, "next")}
    </nav>
  )
}
