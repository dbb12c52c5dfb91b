import { eventPath, managePath } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"

/** Only members of the team see the page of a team-only event. */
export const memberEventPath = ({ id, slug, event_type }: CalendarEvent): string =>
  event_type === "public" ? eventPath(slug) : managePath(id)
