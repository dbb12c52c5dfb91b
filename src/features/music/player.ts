/**
 * Plays songs and albums in the player of their music service. The service gets no request before the visitor's click.
 */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { findPlayer } from "./players.ts"

/** Three bars, on the cover of the item that plays. */
const PLAYING_ICON = "M7 18v-5M12 18V7M17 18v-8"

const YOUTUBE_PLAYER = "https://www.youtube-nocookie.com"
/** Part of the JSON that YouTube's player sends at the end of a video. */
const VIDEO_ENDED = '"playerState":0'

/** Distance in pixels between the player and the row above it. */
const ROW_MARGIN = 40

const listLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>("a[data-play]")].filter((link) =>
    link.checkVisibility(),
  )

/** Returns a function that starts and stops the song of a link. Null if the page has no place for a player. */
function createPlayer() {
  const player = document.querySelector<HTMLElement>("[data-player]")
  const [title, status] = player?.querySelectorAll("p") ?? []
  const [nextButton, closeButton] = player?.querySelectorAll("button") ?? []
  const serviceLink = player?.querySelector("a")
  if (!player || !title || !status || !nextButton || !closeButton || !serviceLink) return null
  let playingLink: HTMLAnchorElement | null = null
  let formerIcon = ""

  const markPlaying = (link: HTMLAnchorElement | null, isPlaying: boolean) => {
    const icon = link?.closest("li")?.querySelector("svg path")
    if (isPlaying) {
      link?.setAttribute("aria-current", "true")
      formerIcon = icon?.getAttribute("d") ?? ""
    } else {
      link?.removeAttribute("aria-current")
    }
    icon?.setAttribute("d", isPlaying ? PLAYING_ICON : formerIcon)
  }

  const stop = () => {
    player.querySelector("iframe")?.remove()
    player.hidden = true
    if (playingLink) markPlaying(playingLink, false)
    playingLink = null
  }

  const stopAndReturn = () => {
    const link = playingLink
    stop()
    link?.focus()
  }

  const play = (link: HTMLAnchorElement) => {
    stop()
    const t = pageTranslate()
    const servicePlayer = findPlayer(link.href)
    if (!servicePlayer) return
    title.textContent = link.textContent
    serviceLink.href = link.href
    serviceLink.target = "_blank"
    serviceLink.firstChild?.replaceWith(servicePlayer.service)
    const links = listLinks()
    nextButton.hidden = link === links.at(-1)
    player.hidden = false
    status.textContent = t("music:player.loading")
    const frame = document.createElement("iframe")
    Object.assign(frame, {
      src: servicePlayer.url,
      title: link.getAttribute("aria-label"),
      allow: "autoplay; encrypted-media; fullscreen; picture-in-picture",
      // YouTube plays nothing without the address of the page.
      referrerPolicy: "strict-origin-when-cross-origin",
      onload: () => {
        status.textContent = ""
        // After this message, YouTube's player reports its state.
        frame.contentWindow?.postMessage('{"event":"listening"}', YOUTUBE_PLAYER)
      },
    })
    frame.className = `mt-2 w-full rounded-small ${servicePlayer.service === "YouTube" ? "aspect-video" : "h-38"}`
    player.append(frame)
    playingLink = link
    markPlaying(link, true)
    const coveredHeight = link.getBoundingClientRect().bottom - player.getBoundingClientRect().top
    if (coveredHeight > 0) scrollBy({ top: coveredHeight + ROW_MARGIN })
  }

  const playNext = () => {
    const links = listLinks()
    const link = playingLink && links[links.indexOf(playingLink) + 1]
    if (link) play(link)
  }

  nextButton.addEventListener("click", playNext)
  addEventListener("message", ({ origin, source, data }) => {
    const frame = player.querySelector("iframe")
    if (origin !== YOUTUBE_PLAYER || source !== frame?.contentWindow) return
    if (String(data).includes(VIDEO_ENDED)) playNext()
  })
  closeButton.addEventListener("click", stopAndReturn)
  player.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") stopAndReturn()
  })
  return (link: HTMLAnchorElement) => {
    if (link === playingLink) {
      stop()
      return
    }
    play(link)
    player.querySelector("iframe")?.focus()
  }
}

const toggle = createPlayer()

/** Starts the song of a link, or stops it if it plays. A new song replaces the song that plays. */
export const togglePlayer = (link: HTMLAnchorElement): void => toggle?.(link)
