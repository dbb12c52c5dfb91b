/** What a resource looks like, beside what it is (`resource.ts`). */
import type { ComponentType } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import type { Form } from "../../ui/form.ts"
import type { Row, Saved } from "./resource.ts"

export interface Views<Listed extends Row, Full extends Listed, Values extends object> {
  /** Picture, title and facts of a row; the list adds what can be done with it. */
  Row: ComponentType<{ row: Listed }>
  /** The fields; the editor adds the frame and the buttons. */
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** What saving does now: "Publish", "Save draft". */
  saveLabel: (item: Full | null, values: Values) => MessageKey
  texts: {
    title: MessageKey
    /** Names the list for screen readers. */
    list: MessageKey
    create: MessageKey
    empty: MessageKey
    loadFailed: MessageKey
    creating: MessageKey
    editing: MessageKey
    confirmDelete: MessageKey
    /** Asks about `{{title}}`. */
    confirmDeleteText: MessageKey
  }
}
