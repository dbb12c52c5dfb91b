/** The queue of what members reported, in the admin area. */
import { AdminList } from "../admin/AdminList.tsx"
import type { ListViews } from "../admin/views.ts"
import { CaseRow } from "./CaseRow.tsx"
import { pathOf, type ReportCase } from "./case.ts"
import { OpenCase } from "./OpenCase.tsx"
import { reports } from "./reports.ts"

const views: ListViews<ReportCase> = {
  Row: CaseRow,
  Controls: OpenCase,
  linkOf: pathOf,
  filters: {
    "": "admin:reports.filters.open",
    hidden: "admin:reports.filters.hidden",
    dismissed: "admin:reports.filters.dismissed",
    team: "admin:reports.filters.team",
    post: "admin:reports.filters.post",
    profile: "admin:reports.filters.profile",
    all: "admin:reports.filters.all",
  },
  texts: {
    title: "admin:reports.title",
    lead: "admin:reports.lead",
    list: "admin:reports.title",
    search: "admin:reports.search",
    empty: "admin:reports.empty",
    usual: "admin:reports.usual",
    loadFailed: "admin:reports.loadFailed",
  },
}

export default function ReportsAdmin() {
  return <AdminList resource={reports} views={views} />
}
