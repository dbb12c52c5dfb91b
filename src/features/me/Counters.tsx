interface Props {
  counters: { count: number; label: string; href: string }[]
  className?: string
}

export const Counters = ({
  counters,
  className = "flex flex-wrap gap-x-3.5 sm:gap-x-6 sm:gap-y-3",
}: Props) => (
  <ul className={className}>
    {counters.map(({ count, label, href }) => (
      <li key={href}>
        <a
          className="group flex min-h-11 items-baseline gap-1 pt-2.5 sm:grid sm:content-center sm:gap-0 sm:pt-0"
          href={href}
        >
          <b className="text-lg leading-tight sm:text-xl tabular-nums">{count}</b>
          <span className="text-sm leading-tight text-soft underline-offset-4 group-hover:underline">
            {label}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
