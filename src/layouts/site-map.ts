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

/** Links of the bar at the bottom of small screens. `visibility` contains CSS classes that depend on the session. */
export const BOTTOM_NAV: (NavItem & { icon: IconName; visibility?: string })[] = [
  { path: "/", label: "common:nav.home", icon: "home" },
  { path: "/calendar", label: "common:nav.calendar", icon: "calendar" },
  { path: "/teams", label: "common:nav.teams", icon: "people" },
  { path: "/music", label: "common:nav.music", icon: "music" },
  {
    path: "/me",
    label: "common:nav.me",
    icon: "person",
    visibility: "hidden in-data-[session=loading]:block signed-in:block",
  },
  {
    path: "/login",
    label: "common:session.logIn",
    icon: "person",
    visibility: "in-data-[session=loading]:hidden signed-in:hidden",
  },
]
