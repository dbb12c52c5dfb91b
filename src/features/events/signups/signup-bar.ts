interface BarContent {
  /** The member's answer. If null, the text of the prebuilt page stays. */
  text: string | null
  /** The button, which is hidden if null. */
  action: { label: string; press: () => void } | null
}

/** Shows the member's answer in the bar at the bottom of an event's page (`SignupBar`). */
export function showInSignupBar({ text, action }: BarContent): void {
  const bar = document.querySelector("[data-signup-bar]")
  const textElement = bar?.querySelector("[data-signup-state]")
  const button = bar?.querySelector("a")
  if (!textElement || !button) return
  if (text !== null) textElement.textContent = text
  button.hidden = action === null
  button.textContent = action?.label ?? ""
  button.onclick = () => action?.press()
}
