import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"

interface Props {
  locale: Locale
  name: string
  url: string
  className?: string
}

/** Makes its whole row or card clickable. */
export const ServiceLink = ({ locale, name, url, className = "" }: Props) => (
  <CoverLink className={className} href={url} target="_blank">
    <strong className="font-semibold text-text">{name}</strong>
    <span className="sr-only"> ({tFor(locale)("music:newTab")})</span>
  </CoverLink>
)
