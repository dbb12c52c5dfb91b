/** Public events, as the admin area's list and editor need to know them. */
import { fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import { deletion } from "../admin/act.ts"
import { listParams, type Message, type Resource } from "../admin/resource.ts"
import { DEFAULT_TIME_ZONE } from "../events/schema.ts"
import { compared } from "./compared.ts"
import {
  type EventValues,
  eventValues,
  type ListedEvent,
  listedEvent,
  savedEvent,
} from "./event.ts"
import { newAdminEvent } from "./schema.ts"
import { fieldTime, timeErrors } from "./times.ts"

const blank: EventValues = {
  title: "",
  description: "",
  start_date: "",
  end_date: "",
  start_moment: "",
  end_moment: "",
  time_zone: DEFAULT_TIME_ZONE,
  location: "",
  country: "",
  featured: false,
  prize: "",
  max_participants: "",
  registration_url: "",
  image_url: null,
  is_cancelled: false,
}

const valuesOf = (event: ListedEvent): EventValues => ({
  title: event.title,
  description: event.description ?? "",
  start_date: fieldTime(event.start_date, event.time_zone),
  end_date: fieldTime(event.end_date, event.time_zone),
  start_moment: event.start_date,
  end_moment: event.end_date,
  time_zone: event.time_zone,
  location: event.location ?? "",
  country: event.country ?? "",
  featured: event.featured,
  prize: event.prize ?? "",
  max_participants: event.max_participants?.toString() ?? "",
  registration_url: event.registration_url ?? "",
  image_url: event.image_url,
  is_cancelled: event.is_cancelled,
})

/** Null for unlimited; NaN, which the schema refuses, for what is no whole number. */
function participants(text: string): number | null {
  const digits = text.trim()
  if (digits === "") return null
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

function check(values: EventValues): Checked<object> {
  const { start_moment, end_moment, ...fields } = values
  const parsed = newAdminEvent.safeParse({
    ...fields,
    start_date: start_moment,
    end_date: end_moment,
    country: values.country || null,
    max_participants: participants(values.max_participants),
  })
  if (parsed.success) return { ok: true, body: parsed.data }
  return refused({ ...fieldErrors(parsed.error.issues), ...timeErrors(values) })
}

const savedMessage = (before: ListedEvent | null): Message => ({
  title: before ? "admin:events.saved.updated" : "admin:events.saved.created",
  text: "admin:events.saved.text",
})

export const events: Resource<ListedEvent, ListedEvent, EventValues> = {
  name: "events",
  readRow: (json) => listedEvent.parse(json),
  readSaved: (json) => savedEvent.parse(json),
  readValues: (json) => eventValues.safeParse(json).data ?? null,
  blank: () => blank,
  valuesOf,
  check,
  titleOf: ({ title }) => title,
  isPublic: () => true,
  publicPath: "/calendar",
  pathOf: ({ slug }) => `/events/${slug}`,
  params: listParams(
    ["upcoming", "past", "featured", "cancelled"],
    ["start", "start_desc", "newest", "oldest", "name", "name_desc"],
  ),
  acts: [
    deletion("events", {
      title: "admin:events.delete.ask",
      text: "admin:events.delete.text",
      done: { title: "admin:events.delete.done", text: "admin:events.delete.doneText" },
      failed: "admin:events.delete.failed",
    }),
  ],
  bulk: [],
  savedMessage,
  saveFailed: (isNew) => (isNew ? "admin:events.createFailed" : "admin:events.updateFailed"),
  compared,
}
