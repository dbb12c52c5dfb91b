/** Videos of a page: links, until they are pressed. */

const ALLOWED = "accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture"

/** Puts the player in the place of a video's link; nothing of it is loaded before. */
function playVideo(event: MouseEvent): void {
  const { target } = event
  const link = target instanceof Element ? target.closest<HTMLElement>("a[data-player]") : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const frame = document.createElement("iframe")
  Object.assign(frame, {
    src: link.dataset.player,
    title: link.dataset.frameTitle,
    allow: ALLOWED,
    allowFullscreen: true,
    referrerPolicy: "strict-origin-when-cross-origin",
  })
  // Beside the link, which React may have to take away with its post.
  link.hidden = true
  link.after(frame)
  frame.focus()
}

/** A second time adds nothing. */
export const startVideos = (): void => addEventListener("click", playVideo)
