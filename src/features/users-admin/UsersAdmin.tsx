/** The screen of members in the admin area. */
import { AdminList } from "../admin/AdminList.tsx"
import type { ListViews } from "../admin/views.ts"
import { RoleChoice } from "./RoleChoice.tsx"
import { UserRow } from "./UserRow.tsx"
import type { ListedUser } from "./user.ts"
import { users } from "./users.ts"

const views: ListViews<ListedUser> = {
  Row: UserRow,
  Controls: RoleChoice,
  linkOf: ({ id, display_name }) => (display_name ? `/members/${id}` : null),
  filters: {
    "": "admin:users.filters.all",
    user: "admin:users.filters.user",
    admin: "admin:users.filters.admin",
    super_admin: "admin:users.filters.superAdmin",
    blocked: "admin:users.filters.blocked",
    hidden: "admin:users.filters.hidden",
  },
  texts: {
    title: "admin:users.title",
    lead: "admin:users.lead",
    list: "admin:users.title",
    search: "admin:users.search",
    empty: "admin:users.empty",
    loadFailed: "admin:users.loadFailed",
  },
}

export default function UsersAdmin() {
  return <AdminList resource={users} views={views} />
}
