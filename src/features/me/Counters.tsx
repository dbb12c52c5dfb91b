interface Props {
  counters: { count: number; label: string; href: string }[]
}

/** Each row of counters is clipped at the left, so that it does not begin with a separator. */
export const Counters = ({ counters }: Props) => (
  <ul className="-mx-3 flex flex-wrap [clip-path:inset(-4px_-4px_-4px_1px)]">
    {counters.map(({ count, label, href }) => (
      <li key={href} className="border-l border-line">
        <a
          className="group grid min-h-11 focus-visible:-outline-offset-3 content-center px-3 leading-tight whitespace-nowrap"
          href={href}
        >
          <b className="text-lg leading-tight tabular-nums">{count}</b>
          <span className="text-sm text-soft underline-offset-4 group-hover:underline">
            {label}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
