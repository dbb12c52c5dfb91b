/** The screens of the admin area; one is added here when it exists. */
import type { MessageKey } from "../../i18n/keys.ts"
import type { IconName } from "../../ui/icons.ts"

export interface Screen {
  /** As on the English site. */
  path: string
  label: MessageKey
  icon: IconName
}

export const SCREENS: Screen[] = [
  { path: "/admin", label: "admin:links.dashboard", icon: "dashboard" },
  { path: "/admin/users", label: "admin:links.users", icon: "person" },
  { path: "/admin/teams", label: "admin:links.teams", icon: "people" },
  { path: "/admin/posts", label: "admin:links.posts", icon: "post" },
  { path: "/admin/news", label: "admin:links.news", icon: "news" },
  { path: "/admin/events", label: "admin:links.events", icon: "calendar" },
  { path: "/admin/ideas", label: "admin:links.ideas", icon: "idea" },
  { path: "/admin/suggestions", label: "admin:links.suggestions", icon: "inbox" },
  { path: "/admin/reports", label: "admin:links.reports", icon: "flag" },
  { path: "/admin/settings", label: "admin:links.settings", icon: "settings" },
  { path: "/admin/audit", label: "admin:links.audit", icon: "log" },
]
