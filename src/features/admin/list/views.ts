import type { ReadableAtom } from "nanostores"
import type { ComponentType } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Form } from "../../../ui/forms/form.ts"
import type { MenuItem } from "../../../ui/MenuButton.tsx"
import type { DraftBuffer } from "../editor/buffer.ts"
import type { Editing } from "../editor/editing.ts"
import type { ListScreen } from "../screen.ts"
import type { EditableRow, Row, Saved } from "./resource.ts"

export interface ListEditor {
  /** Label of the button that creates an item; null without such a button. */
  createLabel: MessageKey | null
  buffer: Pick<DraftBuffer<unknown>, "$ids" | "find" | "drop">
  hasServerDrafts: boolean
  $editor: ReadableAtom<{ status: string }>
  open: (id: string) => Promise<void>
  openNew: () => void
}

export interface ListViews<Listed extends Row> {
  Row: ComponentType<{ row: Listed; editor: ListEditor | null }>
  /** Items above the list that need attention. */
  Waiting?: ComponentType<{ screen: ListScreen<Listed>; editor: ListEditor | null }>
  mayEdit?: (row: Listed) => boolean
  /** Controls of a row, in front of its actions. */
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  /** Creates the menu of a row. With a menu, only the deletion has its own button. */
  createMenu?: (row: Listed, screen: ListScreen<Listed>) => readonly MenuItem[]
  /** Replaces the search box, filter and sort order. */
  Tools?: ComponentType<{ screen: ListScreen<Listed> }>
  getLink?: (row: Listed) => string | null
  linkText?: { label: MessageKey; itemLabel: MessageKey }
  /** Labels of the values of `filter`. The empty value selects all rows. */
  filters?: Readonly<Record<string, MessageKey>>
  hasPictures?: boolean
  lead?: MessageKey
  /** Accessible name of the list. */
  listLabel?: MessageKey
  searchLabel?: MessageKey
  resetLabel?: MessageKey
  loadFailed?: MessageKey
}

export interface ActionsProps<Full extends EditableRow, Values extends object> {
  editing: Editing<Full, Values>
  item: Full | null
  values: Values
  isSending: boolean
  isUploading: boolean
  /** Saves the values and the additional fields. Closes the editor and returns true if no work is left unsaved. */
  save: (extraFields?: object) => Promise<boolean>
  onClose: () => void
}

export interface EditorViews<Full extends EditableRow, Values extends object> {
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** Buttons in place of the save button. */
  Actions?: ComponentType<ActionsProps<Full, Values>>
  /** Returns whether the form stores drafts but does not save, for example without the right to publish. */
  isDraftOnly?: (item: Full | null, values: Values) => boolean
  /** Returns the text key for the state of a saved item that is not public. */
  getState?: (item: Full) => MessageKey
  saveLabel: (item: Full | null, values: Values) => MessageKey
  createTitle?: MessageKey
  editTitle: MessageKey | ((values: Values | null) => MessageKey)
}

export interface Views<
  Full extends Listed,
  Values extends object,
  Listed extends EditableRow = Full,
> extends ListViews<Listed>,
    EditorViews<Full, Values> {
  createLabel?: MessageKey
}
