/** The screen of public events in the admin area. */
import { AdminScreen } from "../admin/AdminScreen.tsx"
import type { Views } from "../admin/views.ts"
import { EventForm } from "./EventForm.tsx"
import { EventRow } from "./EventRow.tsx"
import type { EventValues, ListedEvent } from "./event.ts"
import { events } from "./events.ts"

const views: Views<ListedEvent, ListedEvent, EventValues> = {
  Row: EventRow,
  Form: EventForm,
  saveLabel: (item) => (item ? "admin:events.form.save" : "admin:events.form.add"),
  filters: {
    upcoming: "admin:events.upcoming",
    past: "admin:events.past",
    featured: "admin:events.featured",
    cancelled: "admin:events.cancelled",
  },
  texts: {
    title: "admin:events.title",
    lead: "admin:events.lead",
    list: "admin:events.title",
    search: "admin:events.search",
    create: "admin:events.create",
    empty: "admin:events.empty",
    loadFailed: "admin:events.loadFailed",
    creating: "admin:events.form.new",
    editing: "admin:events.form.edit",
  },
}

export default function EventsAdmin() {
  return <AdminScreen resource={events} views={views} />
}
