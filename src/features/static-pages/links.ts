import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { SITE } from "../../site.ts"

/** Targets of links in texts, by tag. `ee`, `lv` and `lt` are the data protection authorities. */
const LINKS = {
  calendar: "/calendar",
  forgot: "/forgot-password",
  howItWorks: "/how-it-works",
  mail: `mailto:${SITE.email}`,
  privacy: "/privacy",
  profile: "/profile",
  register: "/register",
  shop: "/shop",
  suggest: "/suggest-idea",
  teams: "/teams",
  terms: "/terms",
  ee: "https://www.aki.ee",
  lv: "https://www.dvi.gov.lv",
  lt: "https://vdai.lrv.lt",
} as const

type LinkName = keyof typeof LINKS

const isLinkName = (name: string): name is LinkName => name in LINKS

export const TAG_NAMES = ["code" as const, ...Object.keys(LINKS).filter(isLinkName)]

export function getHref(name: LinkName, locale: Locale): string {
  const href = LINKS[name]
  return href.startsWith("/") ? localePath(href, locale) : href
}
