/** The music page: its charts, and on each card whether it is liked. */
import { startChart } from "./chart-view.ts"
import { press } from "./fill-card.ts"
import {
  $music,
  favorite,
  favoriteId,
  likeKey,
  likes,
  loadLikes,
  startMemberMusic,
  toggleFavorite,
  toggleLike,
} from "./member-music.ts"

const TYPES = ["song", "album"] as const

const placeOf = (type: string) => document.querySelector<HTMLElement>(`[data-chart="${type}"]`)

function showLikes(): void {
  for (const type of TYPES) {
    for (const card of placeOf(type)?.querySelectorAll<HTMLElement>(".music-card") ?? []) {
      const id = card.dataset.item ?? ""
      press(card, "like", likes.shownOf(likeKey(type, id)))
      press(card, "favorite", favoriteId() === id)
    }
  }
}

export function startMusic(): void {
  const more: Partial<Record<string, () => void>> = {}

  function act(button: HTMLElement): void {
    button.removeAttribute("data-pressed-early")
    const type = TYPES.find((known) => placeOf(known)?.contains(button))
    if (!type) return
    if (button.dataset.act === "more") more[type]?.()
    const card = button.closest<HTMLElement>(".music-card")
    const name = card?.querySelector('[data-field="name"]')?.textContent ?? ""
    const id = card?.dataset.item
    if (!id) return
    if (button.dataset.act === "like") toggleLike(type, id, name)
    else toggleFavorite(id, name)
  }

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-act]") : null
    if (button) act(button)
  })

  startMemberMusic(loadLikes)
  likes.$shown.listen(showLikes)
  favorite.$shown.listen(showLikes)
  for (const type of TYPES) {
    const place = placeOf(type)
    if (place) more[type] = startChart(place, type, showLikes).more
  }

  const unknown = document.querySelector<HTMLElement>("[data-likes-unknown]")
  $music.subscribe(({ status }) => unknown?.toggleAttribute("hidden", status !== "failed"))
  unknown?.querySelector("[data-likes-retry]")?.addEventListener("click", () => void loadLikes())

  for (const button of document.querySelectorAll<HTMLElement>("[data-act][data-pressed-early]")) {
    act(button)
  }
}
