const ALLOWED = "accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture"

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
  // React may remove the link later, so it must stay in the page.
  link.hidden = true
  link.after(frame)
  frame.focus()
}

export const startVideos = (): void => addEventListener("click", playVideo)
