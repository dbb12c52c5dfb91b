/** What the texts of these pages link to, by the names that stand in them: `<terms>…</terms>`. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { SITE } from "../../site.ts"

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
  // The authorities for data protection.
  ee: "https://www.aki.ee",
  lv: "https://www.dvi.gov.lv",
  lt: "https://vdai.lrv.lt",
} as const

type LinkName = keyof typeof LINKS

const isLinkName = (name: string): name is LinkName => name in LINKS

/** Every mark that a text may hold; `code` is no link. */
export const MARKS = ["code" as const, ...Object.keys(LINKS).filter(isLinkName)]

/** The address of a link on a locale's site. */
export function hrefOf(name: LinkName, locale: Locale): string {
  const href = LINKS[name]
  return href.startsWith("/") ? localePath(href, locale) : href
}
