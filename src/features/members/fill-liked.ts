import { artSleeve } from "../../art/pictures.ts"
import type { Liked } from "./profile.ts"

/** Only a list that scrolls is a stop on the way through the page by keyboard. */
const scrolled = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!(target instanceof HTMLElement)) continue
    if (target.scrollHeight > target.clientHeight) target.tabIndex = 0
    else target.removeAttribute("tabindex")
  }
})

/** Fills the list of that type with copies of its row. */
export function fillLiked(view: ParentNode, type: Liked["item_type"], liked: Liked[]): void {
  const list = view.querySelector(`[data-field="${type}"]`)
  const template = view.querySelector<HTMLTemplateElement>(`template[data-row="${type}"]`)
  if (!list || !template) return
  list.replaceChildren(...liked.map((item) => row(template, item)))
  scrolled.observe(list)
}

function row(template: HTMLTemplateElement, liked: Liked): Node {
  const { item_name, item_artist, image_url, external_url } = liked
  const item = document.importNode(template.content, true)
  const image = item.querySelector("img")
  if (image) image.src = image_url ?? artSleeve(`${item_name} ${item_artist}`)
  const link = item.querySelector("a")
  link?.prepend(item_name)
  if (external_url) link?.setAttribute("href", external_url)
  else link?.replaceWith(item_name)
  item.querySelector(".soft")?.append(item_artist)
  return item
}
