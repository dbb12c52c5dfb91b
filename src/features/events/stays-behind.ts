import type { PublicEvent } from "./event.ts"
import { EVENTS_SHOWN } from "./upcoming.ts"

/**
 * Whether an event of the page, which a newer answer does not name, may still stand behind those it names:
 * an answer that is full says nothing about what starts later. `start` is ISO.
 */
export function staysBehind(start: string, answered: Pick<PublicEvent, "start_date">[]): boolean {
  const last = answered.at(-1)
  return last !== undefined && answered.length >= EVENTS_SHOWN && start > last.start_date
}
