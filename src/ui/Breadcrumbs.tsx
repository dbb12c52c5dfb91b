interface Props {
  label: string
  trail: { name: string; href: string }[]
}

export const Breadcrumbs = ({ label, trail }: Props) => (
  <nav aria-label={label}>
    <ol className="flex flex-wrap text-md text-soft">
      {trail.map(({ name, href }) => (
        <li
          key={href}
          className="not-first:before:mx-2.5 not-first:before:text-edge not-first:before:content-['/']"
        >
          <a
            className="inline-block py-2 underline-offset-4 hover:text-text hover:underline"
            href={href}
          >
            {name}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
