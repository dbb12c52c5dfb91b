import type { MessageKey } from "../i18n/keys.ts"
import type { IconName } from "../ui/icons.tsx"

export interface NavItem {
  path: string
  label: MessageKey
  isComingSoon?: true
}

export const HEADER_NAV: NavItem[] = [
  { path: "/", label: "common:nav.home" },
  { path: "/music", label: "common:nav.music" },
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/teams", label: "common:nav.teams" },
  { path: "/news", label: "common:nav.news" },
  { path: "/shop", label: "common:nav.shop", isComingSoon: true },
]

export const FOOTER_NAV: NavItem[] = [
  { path: "/music", label: "common:nav.music" },
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/teams", label: "common:nav.teams" },
  { path: "/shop", label: "common:nav.shop" },
  { path: "/news", label: "common:nav.news" },
  { path: "/about", label: "common:nav.about" },
  { path: "/how-it-works", label: "common:nav.howItWorks" },
  { path: "/faq", label: "common:nav.faq" },
  { path: "/privacy", label: "common:nav.privacy" },
  { path: "/terms", label: "common:nav.terms" },
  { path: "/suggest-idea", label: "common:nav.ideas" },
]

export interface BottomNavItem extends NavItem {
  icon: IconName
  /** CSS classes that depend on the session. */
  visibility?: string
  /** Other paths on which the item is marked as the current one. */
  otherPaths?: string[]
}

/** Links of the bar at the bottom of small screens. */
export const BOTTOM_NAV: BottomNavItem[] = [
  { path: "/", label: "common:nav.home", icon: "home" },
  { path: "/calendar", label: "common:nav.calendar", icon: "calendar" },
  { path: "/teams", label: "common:nav.teams", icon: "people" },
  { path: "/music", label: "common:nav.music", icon: "music" },
  {
    path: "/me",
    label: "common:nav.me",
    icon: "person",
    otherPaths: ["/profile", "/notifications", "/my-events"],
    visibility: "hidden in-data-[session=loading]:block signed-in:block",
  },
  {
    path: "/login",
    label: "common:session.logIn",
    icon: "person",
    visibility: "in-data-[session=loading]:hidden signed-in:hidden",
  },
]
