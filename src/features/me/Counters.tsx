interface Props {
  counters: { count: number; label: string; href: string }[]
}

export const Counters = ({ counters }: Props) => (
  <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
    {counters.map(({ count, label, href }) => (
      <li key={href}>
        <a className="group flex min-h-11 items-center gap-1.5 whitespace-nowrap" href={href}>
          <b className="text-lg tabular-nums">{count}</b>
          <span className="text-md text-soft underline-offset-4 group-hover:underline">
            {label}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
