/** Pictures that cannot be loaded hide themselves. */

/** Nothing, drawn: in its place the ground of the picture shows, and the space stays. */
const CLEAR = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"

function hide(image: HTMLImageElement): void {
  if (image.closest(".prose")) {
    image.hidden = true
  } else if (image.src !== CLEAR) {
    image.removeAttribute("srcset")
    image.src = CLEAR
  }
}

/** From here on, and those that failed before; also for pictures that come into the page later. */
export function hideFailedImages(): void {
  const onError = ({ target }: Event) => target instanceof HTMLImageElement && hide(target)
  // The event does not bubble.
  document.addEventListener("error", onError, { capture: true })
  for (const image of document.images) {
    if (image.src && image.complete && image.naturalWidth === 0) hide(image)
  }
}
