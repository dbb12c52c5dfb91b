/** Puts a team into a copy of `TeamCard`. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { shortPlace } from "./place-text.ts"
import { coverOf, placeOf, type TeamCard, teamPath } from "./team.ts"

export function fillCard(card: HTMLElement, team: TeamCard, t: Translate): void {
  const field = (name: string) => card.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string | null) => {
    const element = field(name)
    if (element) element.textContent = text
    return element
  }
  card.dataset.team = team.id
  const cover = card.querySelector("img")
  const { src, srcset } = coverOf(team)
  if (cover && cover.srcset !== srcset) Object.assign(cover, { srcset, src })
  const dot = field("dot")
  if (dot) dot.className = `dot place-${placeOf(team.country)}`
  const place = shortPlace(team, t)
  fill("place", place)?.toggleAttribute("hidden", !place)
  fill("members", t("teams:members", { count: team.member_count }))
  fill("name", team.name)?.setAttribute("href", localePath(teamPath(team.slug), pageLocale()))
  field("verified")?.toggleAttribute("hidden", !team.is_verified)
  fill("description", team.description)
}
