/** Adapts the editor to the on-screen keyboard of a phone, which covers the page without resizing it. */

/** The on-screen keyboard counts as open if the visible area is narrower and lower than this, in pixels. */
const [OPEN_BELOW_WIDTH, OPEN_BELOW_HEIGHT] = [768, 620]

/** Sets `data-keyboard` on the root element while the on-screen keyboard is open. Returns a cleanup function. */
export function onKeyboardOpen(onOpen: () => void): () => void {
  const screen = window.visualViewport
  const { dataset, style } = document.documentElement
  function update() {
    if (!screen) return
    const isOpen =
      screen.width < OPEN_BELOW_WIDTH && screen.height * screen.scale < OPEN_BELOW_HEIGHT
    style.setProperty("--screen-top", `${screen.offsetTop}px`)
    style.setProperty("--screen-height", `${screen.height}px`)
    if (isOpen === "keyboard" in dataset) return
    if (isOpen) dataset.keyboard = ""
    else delete dataset.keyboard
    if (isOpen) onOpen()
  }
  update()
  screen?.addEventListener("resize", update)
  screen?.addEventListener("scroll", update)
  return () => {
    screen?.removeEventListener("resize", update)
    screen?.removeEventListener("scroll", update)
    delete dataset.keyboard
  }
}
