/** The screen of the audit log in the admin area. */
import { AdminList } from "../admin/AdminList.tsx"
import type { ListViews } from "../admin/views.ts"
import { AuditLinks } from "./AuditLinks.tsx"
import { AuditRow } from "./AuditRow.tsx"
import { AuditTools } from "./AuditTools.tsx"
import { audit } from "./audit.ts"
import type { AuditEntry } from "./entry.ts"

const views: ListViews<AuditEntry> = {
  Row: AuditRow,
  Controls: AuditLinks,
  Tools: AuditTools,
  texts: {
    title: "admin:audit.title",
    lead: "admin:audit.lead",
    list: "admin:audit.title",
    empty: "admin:audit.empty",
    loadFailed: "admin:audit.loadFailed",
  },
}

export default function AuditAdmin() {
  return <AdminList resource={audit} views={views} />
}
