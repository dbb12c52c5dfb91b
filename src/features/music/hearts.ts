/** Handles presses of anonymous visitors on hearts. MemberLikes.tsx handles the hearts of members. */
import { startLoginPrompts } from "../../session/login-address.ts"
import { getItem } from "./card.ts"

/** A press on a heart stores the song or album. After the log-in, MemberLikes.tsx likes the stored item. */
export function startVisitorHearts(): void {
  startLoginPrompts()
  document.addEventListener("click", ({ target }) => {
    const heart = target instanceof Element ? target.closest("[data-like]") : null
    const card = heart?.closest<HTMLElement>("[data-item]")
    if (!card || document.documentElement.dataset.session !== "signed-out") return
    try {
      sessionStorage.setItem("after-login", JSON.stringify(getItem(card)))
    } catch {
      // Without storage, the member presses the heart again after logging in.
    }
  })
}
