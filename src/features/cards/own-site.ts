import { pageLocale } from "../../i18n/page-translate.ts"
import type { SiteSuggestions } from "../../ui/rich-text/own-site.ts"
import { renderCard } from "./cards.ts"
import { loadCard } from "./load-card.ts"

/** Suggests links to pages of this site in the text editor, and previews cards. */
export const OWN_SITE: SiteSuggestions = {
  async suggest(query, scope) {
    const { suggest } = await import("../search/suggest.ts")
    return suggest(query, scope)
  },
  async loadCard(path) {
    const card = await loadCard(path)
    const html = card && renderCard(card, path, pageLocale(), Date.now())
    return html ? { name: card.kind === "event" ? card.event.title : card.team.name, html } : null
  },
}
