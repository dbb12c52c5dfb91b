import * as z from "zod/mini"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { CallError, callOrThrow } from "../../../islands/query.ts"
import { $session, readSession } from "../../../session/session.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { createEditing, type Editing } from "../../../ui/forms/editing.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { eventPath } from "../../events/event.ts"
import { type CalendarEvent, calendarEvent } from "../../events/schema.ts"
import { listDatesOfForm } from "../../events/series/preview.ts"
import type { Scope } from "../../events/series/schema.ts"
import { getMonth, getStartDay } from "../days.ts"
import {
  $chosenDay,
  $scrollTarget,
  $view,
  changeFilters,
  goToMonth,
  toMonthFilter,
} from "../filters.ts"
import { $agenda, $ownTeams, reloadEvents, toastFailure } from "../queries.ts"
import {
  checkValues,
  createBlankValues,
  type EventValues,
  getFormValues,
  listVisibilityMessages,
} from "./values.ts"

export type EventEditing = Editing<CalendarEvent, EventValues>

/**
 * Creates the form to edit an event, or to add one (`event` is null). If the member can post for only one team, a new
 * event gets this team.
 */
export function createEventEditing(event: CalendarEvent | null, day: string | null): EventEditing {
  const teams = ($ownTeams.get() ?? []).filter(({ may_post_events }) => may_post_events)
  const [team = null] = teams.length === 1 ? teams : []
  return createEditing({
    item: event,
    getValues: (item) => (item ? getFormValues(item) : createBlankValues(team, day, pageLocale())),
    check: checkValues,
    create: (payload) => call("/api/events", { method: "POST", payload, read: calendarEvent }),
    update: ({ id }, updated_at, body) =>
      call(`/api/events/${id}`, {
        method: "PATCH",
        payload: { ...body, updated_at },
        read: calendarEvent,
      }),
    readCurrent: (json) => z.safeParse(calendarEvent, json).data ?? null,
    canRecreate: false,
  })
}

/** `dateCount` is the number of dates of a new series, and 0 for other events. */
function toastSaved(event: CalendarEvent, before: CalendarEvent | null, dateCount: number): void {
  const t = pageTranslate()
  const sentences = listVisibilityMessages(event, before).map((key) => t(key))
  if (dateCount > 1) sentences.unshift(t("calendar:toasts.dates", { count: dateCount }))
  showToast({
    tone: "success",
    title: t(before ? "calendar:toasts.updated" : "calendar:toasts.created"),
    text: sentences.join(" ") || undefined,
    ...(event.event_type === "public" && {
      link: {
        href: localePath(eventPath(event.slug), pageLocale()),
        text: t("calendar:toasts.show"),
      },
    }),
  })
}

function isInAgenda({ start_date }: CalendarEvent): boolean {
  const { since = "", next, events = [] } = $agenda.get().data ?? {}
  const isBeforeLastLoaded = next === undefined || start_date <= (events.at(-1)?.start_date ?? "")
  return start_date >= since && isBeforeLastLoaded
}

function showNewEvent(event: CalendarEvent): void {
  const day = getStartDay(event)
  $scrollTarget.set(event.id)
  $chosenDay.set(day)
  const month = getMonth(day)
  if ($view.get() !== "list") goToMonth(month)
  else if (!isInAgenda(event)) {
    changeFilters({ view: "month", month: toMonthFilter(month, "month") })
  }
}

/**
 * Saves the form, and returns whether the event is stored. If another member has saved the event meanwhile, the first
 * call reports a conflict, and a second call overwrites the other member's changes.
 */
export async function saveEvent(editing: EventEditing): Promise<boolean> {
  const { status, item: before } = editing.$editing.get()
  const dates = before ? [] : listDatesOfForm(editing.form.$values.get())
  const result: CallResult<CalendarEvent> | null = await (status === "conflict"
    ? editing.keepMine()
    : editing.save())
  if (!result) return false
  if (result.ok) {
    toastSaved(result.body, before, dates.length)
    if (!before) showNewEvent(result.body)
    // The save can succeed although this tab is signed out: the member has logged in again in another tab.
    if ($session.get().status !== "signed-in") void readSession()
    reloadEvents()
    return true
  }
  const { failure } = result
  const isShownInForm =
    failure.code === "invalid" ||
    failure.code === "email_unconfirmed" ||
    editing.$editing.get().status === "conflict"
  if (!isShownInForm) toastFailure("calendar:toasts.saveFailed", new CallError(failure))
  return false
}

/** Marks an event as canceled. Returns whether the event is stored. */
export async function saveAsCancelled(event: CalendarEvent): Promise<boolean> {
  const editing = createEventEditing(event, null)
  editing.form.change({ is_cancelled: true })
  if (await saveEvent(editing)) return true
  if (editing.$editing.get().status !== "conflict") return false
  // After a conflict, cancels the event as the other member has saved it.
  editing.takeTheirs()
  editing.form.change({ is_cancelled: true })
  return saveEvent(editing)
}

export async function deleteEvent({ id, event_type }: CalendarEvent, scope: Scope): Promise<void> {
  try {
    await callOrThrow(`/api/events/${id}?scope=${scope}`, z.unknown(), { method: "DELETE" })
  } catch (error) {
    toastFailure("calendar:toasts.deleteFailed", error)
    // The event is already deleted, or the viewer may not delete it anymore.
    if (error instanceof CallError && error.failure.code === "not_found") reloadEvents()
    return
  }
  const t = pageTranslate()
  const text = event_type === "public" ? t("calendar:toasts.soonGone") : undefined
  showToast({ tone: "success", title: t("calendar:toasts.deleted"), text })
  reloadEvents()
}
