/** Puts a song or an album into a copy of `MusicCard`, and shows on it what the member thinks of it. */
import { artLargeSleeve } from "../../art/pictures.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { factOf, type MusicItem, sleeveSeed } from "./item.ts"

export function fillCard(card: HTMLElement, item: MusicItem, t: Translate): void {
  const fill = (name: string, text: string) => {
    const element = card.querySelector<HTMLElement>(`[data-field="${name}"]`)
    if (element && element.textContent !== text) element.textContent = text
  }
  card.dataset.item = item.id
  const image = card.querySelector("img")
  const src = item.image ?? artLargeSleeve(sleeveSeed(item))
  if (image && image.getAttribute("src") !== src) image.src = src
  card.querySelector<HTMLAnchorElement>("a")?.setAttribute("href", item.url)
  fill("name", item.name)
  fill("artists", item.artists)
  fill("fact", factOf(item, pageLocale(), t))
  for (const act of ["like", "favorite"] as const) {
    buttonOf(card, act)?.setAttribute("aria-label", t(`music:${act}`, { name: item.name }))
  }
}

export type Act = "like" | "favorite"

export const buttonOf = (card: HTMLElement, act: Act) =>
  card.querySelector<HTMLElement>(`[data-act="${act}"]`)

export function press(card: HTMLElement, act: Act, isPressed: boolean): void {
  buttonOf(card, act)?.setAttribute("aria-pressed", String(isPressed))
}
