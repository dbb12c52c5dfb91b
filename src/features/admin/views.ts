/** What a resource looks like, beside what it is (`resource.ts`). */
import type { ComponentType } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import type { Form } from "../../ui/form.ts"
import type { ListScreen } from "./list-screen.ts"
import type { EditableRow, Row, Saved } from "./resource.ts"

export interface ListViews<Listed extends Row> {
  /** Picture, title and facts of a row; the list adds what can be done with it. */
  Row: ComponentType<{ row: Listed }>
  /** What can be done with a row beside its acts: a choice, a button with a dialog of its own. */
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  /** In the place of search, filter and order. */
  Tools?: ComponentType<{ screen: ListScreen<Listed> }>
  /** Where a row leads on the site, on the English one; null for one that is not there. */
  linkOf?: (row: Listed) => string | null
  /** On that link; "View" by default, with `{{title}}` for screen readers. */
  linkText?: { label: MessageKey; itemLabel: MessageKey }
  /** By the words of the resource's `filter`; the empty one is all. */
  filters?: Readonly<Record<string, MessageKey>>
  /** Whether its rows begin with a picture. */
  hasPictures?: boolean
  texts: {
    title: MessageKey
    lead?: MessageKey
    /** Names the list for screen readers. */
    list: MessageKey
    /** In the empty search box, and its name. */
    search?: MessageKey
    empty: MessageKey
    /** On the way back to the usual filter; "Show all" by default. */
    usual?: MessageKey
    loadFailed: MessageKey
  }
}

export interface Views<Listed extends EditableRow, Full extends Listed, Values extends object>
  extends Omit<ListViews<Listed>, "texts"> {
  /** The fields; the editor adds the frame and the buttons. */
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** What saving does now: "Publish", "Save draft". */
  saveLabel: (item: Full | null, values: Values) => MessageKey
  texts: ListViews<Listed>["texts"] & {
    /** The button for a new one; without it nothing is created here. */
    create?: MessageKey
    creating?: MessageKey
    editing: MessageKey
  }
}
