/** Brings the home page's list of the newest posts up to date. */
import type { TeamPostCard } from "../../../db/queries/team-posts.ts"
import { artThumb } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { showRelativeTimes } from "../../i18n/live-times.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { freshenUnseen } from "../../ui/freshen-unseen.ts"
import { postCardsOf } from "./parse.ts"
import { blogAddress, placeOf } from "./team.ts"

/** Puts a post into a `TeamPostRow`. */
function fillPostRow(row: HTMLElement, post: TeamPostCard, t: Translate): void {
  const locale = pageLocale()
  const place = placeOf(post.team_country)
  const field = (name: string) => row.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string | null) => {
    const element = field(name)
    if (element) element.textContent = text
    return element
  }
  row.dataset.post = post.id
  const image = row.querySelector("img")
  if (image) image.src = artThumb(post.id, place)
  field("dot")?.setAttribute("class", `dot place-${place}`)
  fill("team", post.team_name)
  field("video")?.toggleAttribute("hidden", !post.video_url)
  fill("title", post.title)?.setAttribute("href", blogAddress(post.team_slug, locale))
  fill("location", post.team_location)?.toggleAttribute("hidden", !post.team_location)
  fill("members", t("home:posts.members", { count: post.team_member_count }))
  const time = row.querySelector("time")
  if (!time) return
  time.dateTime = post.created_at
  time.title = formatDate(post.created_at, "shortDate", locale)
}

export function freshenPosts(): void {
  const list = document.querySelector<HTMLElement>("[data-fresh-posts]")
  const part = list?.closest("section")
  const template = part?.querySelector("template")
  if (!list || !part || !template) return
  freshenUnseen(part, "/api/team-posts", postCardsOf, (posts) => {
    const t = pageTranslate()
    const built = [...list.querySelectorAll<HTMLElement>("[data-post]")]
    const rows = posts.flatMap((post) => {
      const known = built.find(({ dataset }) => dataset.post === post.id)
      const row = known ?? document.importNode(template.content, true).querySelector("li")
      if (row) fillPostRow(row, post, t)
      return row ? [row] : []
    })
    list.replaceChildren(...rows)
    list.hidden = rows.length === 0
    const empty = part.querySelector<HTMLElement>("[data-empty]")
    if (empty) empty.hidden = rows.length > 0
    showRelativeTimes()
  })
}
