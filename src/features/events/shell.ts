/** Shows the event of the address out of the API, where no prebuilt page has it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { pageSlug, startItemShell } from "../../ui/item-shell.ts"
import { fillEvent } from "./fill-event.ts"
import { isPublicEvent } from "./parse.ts"

export function startEventShell(): void {
  const t = pageTranslate()
  const slug = pageSlug("events")
  startItemShell({
    source: slug && `/api/events/${slug}`,
    read: (body) => (isPublicEvent(body) ? body : null),
    fill(view, event) {
      fillEvent(view, event, t)
      return event.title
    },
    notFound: t("calendar:event.notFound.title"),
  })
}
