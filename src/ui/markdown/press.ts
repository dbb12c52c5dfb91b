/**
 * Acts on presses of a button that has `data-script="waiting"` in the page, because a script of its own
 * comes late: also on a press that was there before it. `boot.ts` keeps those.
 */
export function onPress(button: HTMLElement | null | undefined, action: () => void): void {
  if (!button) return
  button.addEventListener("click", action)
  delete button.dataset.script
  if (!button.hasAttribute("data-pressed-early")) return
  button.removeAttribute("data-pressed-early")
  action()
}
