/** Events and answers for tests. */
import { makeEvent } from "../events/fixtures.ts"
import type { CalendarEvent } from "./api.ts"

export const answered = <Body>(body: Body) => ({ ok: true as const, body, headers: new Headers() })

export const makeCalendarEvent = (columns: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...makeEvent(),
  team_id: "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a11",
  event_type: "public",
  may_edit: true,
  ...columns,
})
