/** Shows a member's own sign-up in `SignupBar`. */

interface BarContent {
  /** The member's answer, or why they cannot sign up. Null keeps the text of the built page. */
  state: string | null
  /** The action of the button, which also leads to the sign-up. Null hides the button. */
  action: { label: string; press: () => void } | null
}

/** Shows a member's answer in the bar, and the action that fits it. */
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
