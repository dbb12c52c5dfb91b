import { getInitials } from "./initials.ts"

interface Props {
  name: string
  url: string | null
  alt?: string
  className?: string
}

export function Avatar({ name, url, alt = "", className = "" }: Props) {
  return (
    <span className={`avatar ${className}`}>
      <span aria-hidden="true">{getInitials(name)}</span>
      {url && <img src={url} alt={alt} />}
    </span>
  )
}
