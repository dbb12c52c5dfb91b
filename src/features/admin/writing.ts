/** What a list needs to know of its editor. */
import type { ReadableAtom } from "nanostores"
import type { MessageKey } from "../../i18n/keys.ts"

export interface Writing {
  /** On the button for something new; null where nothing is created. */
  create: MessageKey | null
  /** The ids that have a draft. */
  $kept: ReadableAtom<string[]>
  $editor: ReadableAtom<{ status: string }>
  open: (id?: string) => Promise<void>
  takeUnfinished: () => void
}
