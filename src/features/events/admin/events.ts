import { call, createFailure } from "../../../shared/call.ts"
import { languageFormatters } from "../../../ui/forms/multilingual.ts"
import type { CheckResult } from "../../../ui/forms/submission.ts"
import { createHiddenActions } from "../../admin/list/actions.ts"
import { withDefaultFilter } from "../../admin/list/query.ts"
import { type Action, createListParams, type Resource } from "../../admin/list/resource.ts"
import { checkEvent, createBlankEvent, getEventValues } from "../form-values.ts"
import { createEventDeletion } from "./deletion.tsx"
import {
  adminEventForm,
  type EventValues,
  eventValues,
  type ListedEvent,
  listedEvent,
  savedEvent,
} from "./schema.ts"

const getValues = (event: ListedEvent): EventValues => ({
  ...getEventValues(event),
  featured: event.featured,
})

const check = (values: EventValues, event: ListedEvent | null = null): CheckResult<object> =>
  checkEvent(adminEventForm, values, event)

/** Marks an event as canceled. The server rejects the change if the event has changed since the list was loaded. */
const cancelAction: Action<ListedEvent> = {
  name: "cancel",
  icon: "block",
  label: "calendar:delete.instead",
  itemLabel: "calendar:delete.instead",
  async run([row]) {
    if (!row) return createFailure("not_found")
    const checked = check({ ...getValues(row), is_cancelled: true }, row)
    if (!checked.ok) return checked
    const result = await call(`/api/admin/events/${row.id}`, {
      method: "PATCH",
      payload: { ...checked.body, updated_at: row.updated_at },
      read: savedEvent,
    })
    if (!result.ok) return result
    const { content_version } = result.body
    const results = [{ id: row.id, ok: true as const, row: result.body }]
    return { ...result, body: { results, content_version } }
  },
  done: { title: "admin:events.saved.updated", text: "admin:events.saved.text" },
  failed: "admin:events.updateFailed",
}

export const events: Resource<ListedEvent, EventValues> = {
  name: "events",
  row: listedEvent,
  saved: savedEvent,
  values: eventValues,
  createBlankValues: (language) => ({ ...createBlankEvent(language), featured: false }),
  getValues,
  check,
  getTitle: ({ title }) => title,
  isPublic: ({ is_hidden }) => !is_hidden,
  publicPath: "/calendar",
  getPath: ({ slug }) => `/events/${slug}`,
  params: createListParams(
    ["past", "featured", "cancelled", "hidden", "all"],
    ["start", "start_desc", "newest", "oldest", "name", "name_desc"],
  ),
  toApiQuery: withDefaultFilter("upcoming"),
  mayChangeOtherRows: ({ series }) => series !== null,
  actions: [
    ...createHiddenActions("events", listedEvent, "admin:events.saved.updated"),
    createEventDeletion(cancelAction),
  ],
  bulk: [],
  getSavedMessage: (before) => ({
    title: before ? "admin:events.saved.updated" : "admin:events.saved.created",
    text: "admin:events.saved.text",
  }),
  getSaveFailedMessage: (isNew) =>
    isNew ? "admin:events.createFailed" : "admin:events.updateFailed",
  labels: {
    title: "admin:events.form.title",
    description: "admin:events.form.description",
    language: "common:languages.originalIs",
    translations: "common:languages.translations",
    start_date: "admin:events.form.start",
    end_date: "admin:events.form.end",
    time_zone: "admin:events.form.zone",
    is_all_day: "calendar:form.allDay",
    location: "admin:events.form.location",
    country: "admin:events.form.country",
    max_participants: "admin:events.form.participants",
    registration_url: "admin:events.form.registration",
    prize: "admin:events.form.prize",
    address: "calendar:form.address",
    price: "calendar:form.price",
    price_amount: "calendar:form.amount",
    age_min: "calendar:form.age",
    accessibility: "calendar:form.accessibility",
    image_url: "admin:events.form.image",
    featured: "admin:events.form.featured",
    is_cancelled: "admin:events.form.cancelled",
    frequency: "calendar:form.repeat.title",
    repeat_days: null,
    repeat_end: null,
    repeat_until: null,
    repeat_count: null,
    repeat_except: null,
    repeat: null,
    scope: "calendar:form.scope.title",
    with_edited: null,
  },
  // In the merge dialog, the choice for start_date (on the right) also decides about end_date, and so on.
  leadFields: {
    end_date: "start_date",
    time_zone: "start_date",
    is_all_day: "start_date",
    repeat_days: "frequency",
    repeat_end: "frequency",
    repeat_until: "frequency",
    repeat_count: "frequency",
    repeat_except: "frequency",
    repeat: "frequency",
    with_edited: "scope",
  },
  formatters: {
    ...languageFormatters,
    start_date: ({ start_date }) => start_date.replace("T", " "),
    end_date: ({ end_date }) => end_date.replace("T", " "),
    country: ({ country }, t) => t(`common:countries.${country || "all"}`),
    max_participants: (values, t) => values.max_participants || t("admin:events.unlimited"),
  },
}
