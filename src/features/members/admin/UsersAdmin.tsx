// This import opens a dialog when an action requires the admin to confirm their identity.
import "../../account/proof/start.ts"
import { AdminList } from "../../admin/AdminScreen.tsx"
import type { ListViews } from "../../admin/list/views.ts"
import type { ListedUser } from "./schema.ts"
import { createNewsroomMenu, RoleChoice, UserRow } from "./UserRow.tsx"
import { users } from "./users.ts"

const views: ListViews<ListedUser> = {
  Row: UserRow,
  Controls: RoleChoice,
  createMenu: createNewsroomMenu,
  getLink: ({ id, display_name }) => (display_name ? `/members/${id}` : null),
  filters: {
    "": "admin:users.filters.all",
    user: "admin:users.filters.user",
    admin: "admin:users.filters.admin",
    super_admin: "admin:users.filters.superAdmin",
    newsroom: "admin:users.filters.newsroom",
    blocked: "admin:users.filters.blocked",
    hidden: "admin:users.filters.hidden",
  },
  lead: "admin:users.lead",
  searchLabel: "admin:users.search",
}

export default function UsersAdmin() {
  return <AdminList resource={users} views={views} />
}
