/** Nothing is requested from the music service before a click. */
import { pageTranslate } from "../../i18n/page-translate.ts"

/** Makes `[data-play]` buttons start and stop the player. */
export function startPlayer(): void {
  const player = document.querySelector<HTMLElement>("[data-player]")
  const [title, status] = player?.querySelectorAll("p") ?? []
  if (!player || !title || !status) return
  let pressed: HTMLElement | null = null

  const stop = () => {
    player.querySelector("iframe")?.remove()
    player.hidden = true
    pressed?.setAttribute("aria-pressed", "false")
    pressed = null
  }

  const stopAndReturn = () => {
    const button = pressed
    stop()
    button?.focus()
  }

  const play = (button: HTMLElement) => {
    stop()
    const t = pageTranslate()
    title.textContent = button.dataset.title ?? ""
    player.hidden = false
    if (!navigator.onLine) {
      status.textContent = t("music:player.offline")
      return
    }
    status.textContent = t("music:player.loading")
    const frame = document.createElement("iframe")
    Object.assign(frame, {
      src: button.dataset.play,
      title: button.getAttribute("aria-label"),
      allow: "autoplay; encrypted-media",
      height: "152",
      onload: () => {
        status.textContent = ""
      },
    })
    frame.className = "mt-2 w-full rounded-small"
    player.append(frame)
    pressed = button
    button.setAttribute("aria-pressed", "true")
    frame.focus()
  }

  player.querySelector("button")?.addEventListener("click", stopAndReturn)
  player.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") stopAndReturn()
  })
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-play]") : null
    if (button === null) return
    if (button === pressed) stop()
    else play(button)
  })
}
