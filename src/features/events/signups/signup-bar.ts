/** The scripts of `SignupBar`: it hides while the sign-up is visible, and shows a member's own answer. */

const findBar = () => document.querySelector<HTMLElement>("[data-signup-bar]")

/** Hides the bar while the sign-up of the page is visible between the header and the bar. */
export function startSignupBar(): void {
  const bar = findBar()
  const signup = document.querySelector("[data-signup-place]")
  if (!bar || !signup) return
  const observer = new IntersectionObserver(
    ([entry]) => bar.toggleAttribute("data-away", entry?.isIntersecting),
    { rootMargin: "-66px 0px -130px" },
  )
  observer.observe(signup)
}

interface BarContent {
  /** The member's answer, or why they cannot sign up. Null keeps the text of the built page. */
  state: string | null
  /** The action of the button, which also leads to the sign-up. Null hides the button. */
  action: { label: string; press: () => void } | null
}

/** Shows a member's answer in the bar, and the action that fits it. */
export function showInSignupBar({ state, action }: BarContent): void {
  const bar = findBar()
  const text = bar?.querySelector("[data-signup-state]")
  const button = bar?.querySelector("a")
  if (!text || !button) return
  if (state !== null) text.textContent = state
  button.hidden = action === null
  button.textContent = action?.label ?? ""
  button.onclick = () => action?.press()
}
