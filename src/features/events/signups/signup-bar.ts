interface BarContent {
  /** If null, the text of the built page stays. */
  state: string | null
  /** If null, the button is hidden. */
  action: { label: string; press: () => void } | null
}

export function showInSignupBar({ state, action }: BarContent): void {
  const bar = document.querySelector("[data-signup-bar]")
  const text = bar?.querySelector("[data-signup-state]")
  const button = bar?.querySelector("a")
  if (!text || !button) return
  if (state !== null) text.textContent = state
  button.hidden = action === null
  button.textContent = action?.label ?? ""
  button.onclick = () => action?.press()
}
