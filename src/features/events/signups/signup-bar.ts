interface BarContent {
  /** Null keeps the text of the built page. */
  state: string | null
  /** Null hides the button. */
  action: { label: string; press: () => void } | null
}

/** Shows a member's answer and the action that fits it. */
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
