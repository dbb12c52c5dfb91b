/** What a phone's keyboard leaves of the screen, for `rich-text.css`: the page itself does not become smaller. */

/** In pixels; a phone with its keyboard up has less, and one without it more. */
const NARROW = 768
const LOW = 620

/** Marks the page while there is a keyboard; `onRoom` runs whenever that begins. Gives what stops it. */
export function followKeyboard(onRoom: () => void): () => void {
  const screen = window.visualViewport
  const { dataset, style } = document.documentElement
  function update() {
    if (!screen) return
    const isUp = screen.width < NARROW && screen.height * screen.scale < LOW
    style.setProperty("--screen-top", `${screen.offsetTop}px`)
    style.setProperty("--screen-height", `${screen.height}px`)
    if (isUp === "keyboard" in dataset) return
    if (isUp) dataset.keyboard = ""
    else delete dataset.keyboard
    if (isUp) onRoom()
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
