/** Puts a team into a copy of `TeamView`, or brings a built one up to date. */
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { subscribeLink, teamFeedPath } from "../events/feeds.ts"
import { fullPlace } from "./place-text.ts"
import { coverOf, placeOf, type SeenTeam, SOCIAL_LINKS } from "./team.ts"

export function fillTeam(view: ParentNode, team: SeenTeam, t: Translate): void {
  const field = (name: string) => view.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string | null) => {
    const element = field(name)
    if (element && element.textContent !== text) element.textContent = text
    return element
  }
  const showIf = (name: string, isShown: boolean) => {
    for (const part of view.querySelectorAll<HTMLElement>(`[data-part="${name}"]`)) {
      part.hidden = !isShown
    }
  }
  const cover = view.querySelector<HTMLImageElement>("img[data-field=cover]")
  const { src, srcset } = coverOf(team)
  if (cover && cover.srcset !== srcset) Object.assign(cover, { srcset, src })
  fill("name", team.name)
  field("verified")?.toggleAttribute("hidden", !team.is_verified)
  const dot = field("dot")
  if (dot) dot.className = `dot place-${placeOf(team.country)}`
  const place = fullPlace(team, t)
  fill("place", place)
  fill("where", place)
  showIf("place", place !== null)
  fill("members", t("teams:members", { count: team.member_count }))
  fill("description", team.description)
  showIf("description", team.description !== null)
  showIf("noDescription", team.description === null)
  fill("since", formatDate(team.created_at, "date", pageLocale()))?.setAttribute(
    "datetime",
    team.created_at,
  )
  for (const { field: name } of SOCIAL_LINKS) {
    const link = field(name)
    link?.setAttribute("href", team[name] ?? "")
    if (link?.parentElement) link.parentElement.hidden = !team[name]
  }
  showIf(
    "links",
    SOCIAL_LINKS.some(({ field: name }) => team[name] !== null),
  )
  const feed = teamFeedPath(team.slug)
  field("feed")?.setAttribute("href", subscribeLink(feed, pageLocale()))
  field("feedFile")?.setAttribute("href", localePath(feed, pageLocale()))
  showIf("feed", !team.is_hidden)
  showIf("hidden", team.is_hidden)
}
