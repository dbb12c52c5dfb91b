const FRAME_PERMISSIONS = "accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture"

/** Shows a video's player instead of the clicked link. A click with Ctrl, Cmd or Shift follows the link. */
function playVideo(event: MouseEvent): void {
  const { target } = event
  const link = target instanceof Element ? target.closest<HTMLElement>("a[data-player]") : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const frame = document.createElement("iframe")
  Object.assign(frame, {
    src: link.dataset.player,
    title: link.dataset.frameTitle,
    allow: FRAME_PERMISSIONS,
    allowFullscreen: true,
    referrerPolicy: "strict-origin-when-cross-origin",
  })
  // The link stays in the page, because React may remove it later.
  link.hidden = true
  link.after(frame)
  frame.focus()
}

export const startVideos = (): void => addEventListener("click", playVideo)
