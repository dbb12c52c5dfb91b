/** The screens of the admin area; one is added here when it exists. */
import type { MessageKey } from "../../i18n/keys.ts"

export interface Screen {
  /** As on the English site. */
  path: string
  label: MessageKey
  /** What can be done there, for the dashboard. */
  text: MessageKey | null
  icon: "dashboard" | "news"
}

export const SCREENS: Screen[] = [
  { path: "/admin", label: "admin:dashboard.link", text: null, icon: "dashboard" },
  { path: "/admin/news", label: "admin:news.title", text: "admin:news.about", icon: "news" },
]
