import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"

export interface Counter {
  list: "events" | "teams" | "following" | "likes"
  count: number
  href: string
}

interface Props {
  locale: Locale
  counters: readonly Counter[]
}

/** Each row of counters is clipped at the left, so that it does not begin with a separator. */
export const Counters = ({ locale, counters }: Props) => (
  <ul className="-mx-3 flex flex-wrap [clip-path:inset(-4px_-4px_-4px_1px)]">
    {counters.map(({ list, count, href }) => (
      <li key={href} className="border-l border-line">
        <a
          className="group grid min-h-11 focus-visible:-outline-offset-3 content-center px-3 leading-tight whitespace-nowrap"
          href={href}
        >
          <b className="text-lg leading-tight tabular-nums">{count}</b>
          <span className="text-sm text-soft underline decoration-line underline-offset-4 group-hover:decoration-current">
            {tFor(locale)(`profile:own.counters.${list}`, { count })}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
