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
  /** Label of the button that creates an item. Null if the list has no such button. */
  createLabel: MessageKey | null
  buffer: Pick<DraftBuffer<unknown>, "$ids" | "find" | "drop">
  hasServerDrafts: boolean
  $editor: ReadableAtom<{ status: string }>
  open: (id: string) => Promise<void>
  openNew: () => void
}

export interface ListViews<Listed extends Row> {
  Row: ComponentType<{ row: Listed; editor: ListEditor | null }>
  /** Component above the list, with items that need attention. */
  AttentionList?: ComponentType<{ screen: ListScreen<Listed>; editor: ListEditor | null }>
  mayEdit?: (row: Listed) => boolean
  /** Component with controls of a row, before the row's actions. */
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  /** Returns additional items for a row's menu. With these items, all actions except the deletion move to the menu. */
  createMenu?: (row: Listed, screen: ListScreen<Listed>) => readonly MenuItem[]
  /** Component that replaces the search box, filter and sort order. */
  Tools?: ComponentType<{ screen: ListScreen<Listed> }>
  getLink?: (row: Listed) => string | null
  linkText?: { label: MessageKey; itemLabel: MessageKey }
  /** Labels by value of the filter. */
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
  /** Saves the form and the additional fields. If no unsaved work is left, closes the editor and returns true. */
  save: (extraFields?: object) => Promise<boolean>
  onClose: () => void
}

export interface EditorViews<Full extends EditableRow, Values extends object> {
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** Component with buttons that replace the save button. */
  Actions?: ComponentType<ActionsProps<Full, Values>>
  /** Returns whether the form only stores drafts, for example because the member may not publish. */
  isDraftOnly?: (item: Full | null, values: Values) => boolean
  /** Returns the message key for the state of a saved item that is not public. */
  getState?: (item: Full) => MessageKey
  getSaveLabel: (item: Full | null, values: Values) => MessageKey
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
