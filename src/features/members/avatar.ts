import { initialsOf } from "../../ui/initials.ts"
import type { PublicProfile } from "./profile.ts"

/** Stands for somebody who hides the name. */
const NO_INITIALS = "♪"

/** The member's picture, over the initials that show where it cannot be loaded. */
export function showAvatar(
  place: HTMLElement | null,
  { avatar_url, display_name }: Pick<PublicProfile, "avatar_url" | "display_name">,
): void {
  if (!place) return
  const initials = document.createElement("span")
  initials.ariaHidden = "true"
  initials.textContent = initialsOf(display_name ?? "") || NO_INITIALS
  place.append(initials)
  if (!avatar_url) return
  const image = new Image(256, 256)
  image.alt = ""
  image.src = avatar_url
  place.append(image)
}
