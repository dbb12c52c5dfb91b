/** The pages that the header, the mobile menu and the footer link to; a page is added here when it exists. */
import type { MessageKey } from "./i18n/keys.ts"

export interface NavItem {
  /** As on the English site; `localePath` makes it a locale's. */
  path: string
  label: MessageKey
  isComingSoon?: true
}

export const HEADER_NAV: NavItem[] = [
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/teams", label: "common:nav.teams" },
  { path: "/", label: "common:nav.home" },
  { path: "/news", label: "common:nav.news" },
  { path: "/shop", label: "common:nav.shop", isComingSoon: true },
]

export const FOOTER_NAV: NavItem[] = [
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/teams", label: "common:nav.teams" },
  { path: "/news", label: "common:nav.news" },
  { path: "/shop", label: "common:nav.shop" },
]

/** The hero's buttons, the main one first. */
export const HERO_BUTTONS: { path: string; label: MessageKey }[] = [
  { path: "/calendar", label: "home:hero.calendar" },
  { path: "/teams", label: "home:hero.teams" },
]

/** Pages for search engines that exist whatever the content; articles and the like come on top. */
export const STATIC_PATHS = ["/", "/calendar", "/teams", "/news", "/shop"]
