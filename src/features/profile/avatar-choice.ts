/** A picture that was chosen for the avatar: looked at at once, sent with the form. */
import { atom } from "nanostores"
import type { MessageKey } from "../../i18n/keys.ts"
import { type ShrunkPicture, shrinkPicture } from "../../ui/shrink-picture.ts"
import type { AvatarChoice } from "./values.ts"

/** The longer side of what is sent, in pixels. */
const AVATAR_PIXELS = 1024

export interface Refusal {
  title: MessageKey
  text: MessageKey
}

const REFUSALS = {
  invalid: { title: "common:picture.invalid.title", text: "common:picture.invalid.text" },
  "too-large": { title: "common:picture.tooLarge.title", text: "common:picture.tooLarge.text" },
} as const satisfies Record<string, Refusal>

export interface AvatarChoiceOptions {
  onChosen: (choice: AvatarChoice) => void
  onRefused: (refusal: Refusal) => void
  shrink?: (file: File, maxPixels: number) => Promise<ShrunkPicture>
}

export function createAvatarChoice(options: AvatarChoiceOptions) {
  const { onChosen, onRefused, shrink = shrinkPicture } = options
  /** Why the last chosen file was no good; null when it was. */
  const $refusal = atom<Refusal | null>(null)
  let latest = 0

  /** Takes a file; of several the last counts, and one that is refused changes nothing. */
  async function take(file: File): Promise<void> {
    latest += 1
    const mine = latest
    $refusal.set(null)
    const shrunk = await shrink(file, AVATAR_PIXELS)
    if (mine !== latest) return
    if (shrunk.ok) {
      const { picture } = shrunk
      onChosen({ status: "chosen", picture, preview: URL.createObjectURL(picture) })
    } else {
      $refusal.set(REFUSALS[shrunk.reason])
      onRefused(REFUSALS[shrunk.reason])
    }
  }

  /** No picture at all. */
  function remove(): void {
    latest += 1
    $refusal.set(null)
    onChosen({ status: "saved", url: null })
  }

  return { $refusal, take, remove }
}
