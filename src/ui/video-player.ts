/** Plays videos. A video is a link until it is clicked. */

const ALLOWED = "accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture"

/** Replaces the clicked link of a video with its player. */
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
  // Hides the link instead of removing it, because React may remove it later.
  link.hidden = true
  link.after(frame)
  frame.focus()
}

/** Starts the videos of a page. Can be called more than once. */
export const startVideos = (): void => addEventListener("click", playVideo)
