interface Props {
  title: string
  text: string
  href: string
  link: string
}

export const EmptyList = ({ title, text, href, link }: Props) => (
  <div className="border-t border-line pt-4">
    <p className="font-semibold">{title}</p>
    <p className="mt-1 mb-3.5 max-w-[52ch] text-soft">{text}</p>
    <a className="btn btn-ghost btn-small" href={href}>
      {link}
    </a>
  </div>
)
