/** The screen of teams in the admin area. */
import { AdminScreen } from "../admin/AdminScreen.tsx"
import type { Views } from "../admin/views.ts"
import { TeamForm } from "./TeamForm.tsx"
import { TeamRow } from "./TeamRow.tsx"
import type { ListedTeam, TeamValues } from "./team.ts"
import { teams } from "./teams.ts"

const views: Views<ListedTeam, ListedTeam, TeamValues> = {
  Row: TeamRow,
  Form: TeamForm,
  saveLabel: () => "admin:teams.form.save",
  // Super admins see hidden ones, too.
  linkOf: teams.pathOf,
  filters: {
    verified: "admin:teams.verified",
    unverified: "admin:teams.unverified",
    hidden: "admin:hidden.badge",
  },
  texts: {
    title: "admin:teams.title",
    lead: "admin:teams.lead",
    list: "admin:teams.title",
    search: "admin:teams.search",
    empty: "admin:teams.empty",
    loadFailed: "admin:teams.loadFailed",
    editing: "admin:teams.form.edit",
  },
}

export default function TeamsAdmin() {
  return <AdminScreen resource={teams} views={views} />
}
