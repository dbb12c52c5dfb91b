import { eventPath, managePath } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"

/** Returns the path of the event's page. A team-only event has no public page, so its path opens it in "My events". */
export const memberEventPath = ({ id, slug, event_type }: CalendarEvent): string =>
  event_type === "public" ? eventPath(slug) : managePath(id)
