/** Brings the home page's events up to date. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { isRecord } from "../../json.ts"
import { freshenUnseen } from "../../ui/freshen-unseen.ts"
import type { PublicEvent } from "./event.ts"
import { fillRow } from "./fill-row.ts"
import { isPublicEvent } from "./parse.ts"
import { staysBehind } from "./stays-behind.ts"
import { showUpcomingEvents } from "./upcoming.ts"

const eventsOf = (body: unknown): PublicEvent[] | null =>
  isRecord(body) && Array.isArray(body.events) ? body.events.filter(isPublicEvent) : null

const startOf = (row: HTMLElement) => row.querySelector("time")?.dateTime ?? ""

function show(list: HTMLElement, template: HTMLTemplateElement, events: PublicEvent[]): void {
  const t = pageTranslate()
  const built = [...list.querySelectorAll<HTMLElement>("[data-event]")]
  const rows = events.flatMap((event) => {
    const known = built.find(({ dataset }) => dataset.event === event.id)
    // ISO moments are in order as text. An answer may be older than the page.
    if (known && event.updated_at <= (known.dataset.updated ?? "")) return [known]
    const row = document.importNode(template.content, true).querySelector("li")
    if (row) fillRow(row, event, t)
    return row ? [row] : []
  })
  const spare = built.filter((row) => !rows.includes(row) && staysBehind(startOf(row), events))
  list.replaceChildren(...rows, ...spare)
  showUpcomingEvents()
}

export function freshenEvents(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  const part = list?.closest("section")
  const template = part?.querySelector("template")
  if (!list || !part || !template) return
  freshenUnseen(part, "/api/events?scope=public", eventsOf, (events) =>
    show(list, template, events),
  )
}
