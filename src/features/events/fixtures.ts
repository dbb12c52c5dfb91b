/** Events for tests. */
import type { CalendarEvent, PublicEvent } from "./schema.ts"

export const makeEvent = (columns: Partial<PublicEvent> = {}): PublicEvent => ({
  id: "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a10",
  slug: "random-dance-2026-11-27",
  title: "Random dance",
  description: null,
  language: "en",
  translations: {},
  start_date: "2026-11-27T15:00:00.000Z",
  end_date: "2026-11-27T18:00:00.000Z",
  time_zone: "Europe/Riga",
  is_all_day: false,
  location: null,
  country: null,
  color: "#3b82f6",
  team_id: null,
  team_name: null,
  team_slug: null,
  featured: false,
  prize: null,
  max_participants: null,
  registration_url: null,
  image_url: null,
  is_cancelled: false,
  revision: 0,
  created_at: "2026-01-01T10:00:00.000Z",
  updated_at: "2026-01-02T10:00:00.000Z",
  series: null,
  ...columns,
})

export const makeCalendarEvent = (columns: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...makeEvent(),
  team_id: "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a11",
  event_type: "public",
  may_edit: true,
  ...columns,
})
