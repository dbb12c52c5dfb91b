import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"

interface Props {
  locale: Locale
  name: string
  /** URL at the music service. */
  url: string
  /** Whether player.ts plays the item in the page. Without scripts, the link opens the music service. */
  isPlayable: boolean
  className?: string
}

export function ItemLink({ locale, name, url, isPlayable, className = "" }: Props) {
  const t = tFor(locale)
  const title = <strong className="font-semibold text-text">{name}</strong>
  return isPlayable ? (
    <CoverLink
      className={className}
      href={url}
      target="_blank"
      aria-label={t("music:play", { name })}
      data-play=""
    >
      {title}
    </CoverLink>
  ) : (
    <CoverLink className={className} href={url} target="_blank">
      {title}
      <span className="sr-only"> ({t("music:newTab")})</span>
    </CoverLink>
  )
}
