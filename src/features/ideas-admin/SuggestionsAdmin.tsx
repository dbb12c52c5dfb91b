/** The inbox of suggestions in the admin area. */
import { AdminList } from "../admin/AdminList.tsx"
import type { ListViews } from "../admin/views.ts"
import { MakeIdea } from "./MakeIdea.tsx"
import { SuggestionRow } from "./SuggestionRow.tsx"
import { type Suggestion, suggestions } from "./suggestions.ts"

const views: ListViews<Suggestion> = {
  Row: SuggestionRow,
  Controls: MakeIdea,
  filters: { unread: "admin:suggestions.unreadOnes", read: "admin:suggestions.readOnes" },
  texts: {
    title: "admin:suggestions.title",
    lead: "admin:suggestions.lead",
    list: "admin:suggestions.title",
    search: "admin:suggestions.search",
    empty: "admin:suggestions.empty",
    loadFailed: "admin:suggestions.loadFailed",
  },
}

export default function SuggestionsAdmin() {
  return <AdminList resource={suggestions} views={views} />
}
