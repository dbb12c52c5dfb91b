import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { type getSocialLinks, MEMBER_LINK_REL } from "./team.ts"

interface Props {
  locale: Locale
  links: ReturnType<typeof getSocialLinks>
}

export function SocialLinks({ locale, links }: Props) {
  const t = tFor(locale)
  return (
    <ul className="flex flex-wrap gap-2.5">
      {links.map(({ href, label, icon }) => (
        <li key={icon}>
          <a className="btn btn-ghost btn-small" href={href} rel={MEMBER_LINK_REL} target="_blank">
            <IslandIcon name={icon} size={18} />
            {t(label)} <span className="sr-only">{t("teams:page.newTab")}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
