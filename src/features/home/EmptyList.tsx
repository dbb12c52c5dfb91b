import type { ReactNode } from "react"

interface Props {
  title: string
  text: string
  href: string
  link: string
  /** Another link next to the button. */
  children?: ReactNode
}

export const EmptyList = ({ title, text, href, link, children }: Props) => (
  <div className="border-t border-line pt-4">
    <p className="font-semibold">{title}</p>
    <p className="mt-1 mb-3.5 max-w-[52ch] text-soft">{text}</p>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <a className="btn btn-ghost btn-small" href={href}>
        {link}
      </a>
      {children}
    </div>
  </div>
)
