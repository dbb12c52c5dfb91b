interface BarContent {
  /** The member's answer. If null, the text of the prebuilt page stays. */
  text: string | null
  /** If null, the button is hidden. */
  action: { label: string; press: () => void } | null
}

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
