/** Puts an event into a copy of `EventView`. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { eventPath, isOver, type PublicEvent, pictureOf, placeOf, teamPath } from "./event.ts"
import { feedEvent } from "./feed-event.ts"
import { googleLink } from "./google-link.ts"
import { icsCalendar } from "./ics.ts"
import { placesOf } from "./places.ts"
import { registerLink } from "./register-link.ts"
import { whenOf } from "./when.ts"

/** Its calendar file, made here: the site has none of it before it is built again. */
function fileOf(event: PublicEvent, url: string, t: Translate): string {
  const locale = pageLocale()
  const text = icsCalendar({
    name: event.title,
    language: locale,
    source: `${url}.ics`,
    events: [feedEvent(event, location.origin, locale, t)],
  })
  return URL.createObjectURL(new Blob([text], { type: "text/calendar" }))
}

export function fillEvent(view: ParentNode, event: PublicEvent, t: Translate): void {
  const locale = pageLocale()
  const url = location.origin + localePath(eventPath(event.slug), locale)
  const field = (name: string) => view.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string | null) => {
    const element = field(name)
    if (element) element.textContent = text
  }
  const show = (name: string, isShown: boolean) => field(name)?.toggleAttribute("hidden", !isShown)
  const link = (name: string, href: string) => field(name)?.setAttribute("href", href)

  const root = field("event")
  root?.toggleAttribute("data-past", isOver(event, Date.now()))
  root?.toggleAttribute("data-featured", event.featured)
  root?.toggleAttribute("data-cancelled", event.is_cancelled)
  show("featured", event.featured)
  show("cancelled", event.is_cancelled)

  const place = placeOf(event)
  field("dot")?.setAttribute("class", `dot place-${place}`)
  fill("country", t(`common:countries.${place}`))
  fill("title", event.title)

  const when = whenOf(event, locale)
  field("start")?.setAttribute("datetime", event.start_date)
  fill("date", when.date)
  fill("time", when.time)
  show("time", when.time !== null)
  fill("zone", when.zone)
  fill("location", event.location)
  show("where", event.location !== null)
  fill("team", event.team_name)
  show("by", event.team_slug !== null)
  if (event.team_slug) link("team", localePath(teamPath(event.team_slug), locale))
  fill("prize", event.prize)
  show("reward", event.prize !== null)
  fill("places", placesOf(event, t))
  fill("description", event.description)
  show("about", event.description !== null)

  show("register", event.registration_url !== null)
  show("tba", event.registration_url === null)
  if (event.registration_url) {
    for (const [name, value] of Object.entries(registerLink(event.registration_url))) {
      field("register")?.setAttribute(name, value)
    }
  }
  link("file", fileOf(event, url, t))
  field("file")?.setAttribute("download", `${event.slug}.ics`)
  link("google", googleLink(event, url))

  const { src, srcset } = pictureOf(event)
  const picture = view.querySelector<HTMLImageElement>('[data-field="picture"]')
  if (!picture) return
  picture.srcset = srcset
  picture.src = src
}
