/** The event form of the calendar's page. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toasts.ts"
import { $session, readSession } from "../session/session.ts"
import { type CalendarEvent, changeEvent, createEvent } from "./api.ts"
import { createEditing } from "./editing.ts"
import { reload, sayFailure } from "./page.ts"

function saySaved(event: CalendarEvent, before: CalendarEvent | null): void {
  const t = pageTranslate()
  const isPublic = event.event_type === "public"
  const isOnSite = isPublic || before?.event_type === "public"
  showToast({
    tone: "success",
    title: t(before ? "calendar:toasts.updated" : "calendar:toasts.created"),
    text: isOnSite ? t(isPublic ? "calendar:toasts.soon" : "calendar:toasts.soonGone") : undefined,
  })
}

export const editing = createEditing({
  create: createEvent,
  change: changeEvent,
  onSaved(event, before) {
    saySaved(event, before)
    // Signed in again in another tab: known now, not at the next tick.
    if ($session.get().status !== "signed-in") void readSession()
    reload()
  },
  onFailed: (failure) => sayFailure("calendar:toasts.saveFailed", failure),
})
