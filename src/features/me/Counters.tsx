interface Props {
  counters: { count: number; label: string; href: string }[]
  className?: string
}

/** Renders numbers that link to the lists on the same page. */
export const Counters = ({ counters, className = "flex flex-wrap gap-x-6 gap-y-3" }: Props) => (
  <ul className={className}>
    {counters.map(({ count, label, href }) => (
      <li key={href}>
        <a className="group grid min-h-11 content-center" href={href}>
          <b className="text-xl leading-tight tabular-nums">{count}</b>
          <span className="text-sm leading-tight text-soft underline-offset-4 group-hover:underline">
            {label}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
