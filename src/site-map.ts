/** The pages that the header, the mobile menu and the footer link to; a page is added here when it exists. */
import type { MessageKey } from "./i18n/keys.ts"

export interface NavItem {
  /** As on the English site; `localePath` makes it a locale's. */
  path: string
  label: MessageKey
  isComingSoon?: true
}

export const HEADER_NAV: NavItem[] = [
  { path: "/", label: "common:nav.home" },
  { path: "/news", label: "common:nav.news" },
  { path: "/shop", label: "common:nav.shop", isComingSoon: true },
]

export const FOOTER_NAV: NavItem[] = [
  { path: "/news", label: "common:nav.news" },
  { path: "/shop", label: "common:nav.shop" },
]

/** The hero's buttons, the main one first; a `#` leads down the page. */
export const HERO_BUTTONS: { path: string; label: MessageKey }[] = [
  { path: "/news", label: "home:hero.news" },
  { path: "#events", label: "home:hero.events" },
]

/** Pages for search engines that exist whatever the content; articles and the like come on top. */
export const STATIC_PATHS = ["/", "/news", "/shop"]
