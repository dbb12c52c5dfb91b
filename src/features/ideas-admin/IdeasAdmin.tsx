/** The screen of ideas in the admin area. */
import { AdminScreen } from "../admin/AdminScreen.tsx"
import type { Views } from "../admin/views.ts"
import { IdeaFields } from "./IdeaFields.tsx"
import { IdeaRow } from "./IdeaRow.tsx"
import type { IdeaValues, ListedIdea } from "./idea.ts"
import { ideas } from "./ideas.ts"

const views: Views<ListedIdea, ListedIdea, IdeaValues> = {
  Row: IdeaRow,
  Form: IdeaFields,
  hasPictures: false,
  saveLabel: (item) => (item ? "admin:ideas.form.save" : "admin:ideas.form.add"),
  filters: {
    popular: "admin:ideas.popular",
    open: "admin:ideas.statuses.open",
    planned: "admin:ideas.statuses.planned",
    done: "admin:ideas.statuses.done",
    declined: "admin:ideas.statuses.declined",
  },
  texts: {
    title: "admin:ideas.title",
    lead: "admin:ideas.lead",
    list: "admin:ideas.title",
    search: "admin:ideas.search",
    create: "admin:ideas.create",
    empty: "admin:ideas.empty",
    loadFailed: "admin:ideas.loadFailed",
    creating: "admin:ideas.form.new",
    editing: "admin:ideas.form.edit",
  },
}

export default function IdeasAdmin() {
  return <AdminScreen resource={ideas} views={views} />
}
