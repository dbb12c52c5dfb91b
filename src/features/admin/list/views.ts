/** The components and texts with which a resource appears in the list and in the editor. */
import type { ReadableAtom } from "nanostores"
import type { ComponentType } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Form } from "../../../ui/forms/form.ts"
import type { MenuItem } from "../../../ui/MenuButton.tsx"
import type { DraftBuffer } from "../editor/buffer.ts"
import type { Editing } from "../editor/editing.ts"
import type { ListScreen } from "../screen.ts"
import type { EditableRow, Row, Saved } from "./resource.ts"

/** The editor, as the list uses it. */
export interface ListEditor {
  /** The label of the button for a new item; null if no items are created here. */
  create: MessageKey | null
  buffer: Pick<DraftBuffer<unknown>, "$ids" | "find" | "drop">
  /** Whether the server stores drafts, and lists those of new items. */
  hasServerDrafts: boolean
  $editor: ReadableAtom<{ status: string }>
  open: (id: string) => Promise<void>
  /** Opens an empty new item. */
  openNew: () => void
}

export interface ListViews<Listed extends Row> {
  /** Picture, title and facts of a row; the list adds the actions. */
  Row: ComponentType<{ row: Listed; editor: ListEditor | null }>
  /** Open tasks, above the list. */
  Waiting?: ComponentType<{ screen: ListScreen<Listed>; editor: ListEditor | null }>
  /** Returns whether a row has an edit button; all rows have one by default. */
  mayEdit?: (row: Listed) => boolean
  /** Controls of a row in addition to its actions, such as a choice or a button with its own dialog. */
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  /** Returns further items for a menu, which then also contains all actions except deleting. */
  menuOf?: (row: Listed, screen: ListScreen<Listed>) => readonly MenuItem[]
  /** Replaces search, filter and order. */
  Tools?: ComponentType<{ screen: ListScreen<Listed> }>
  /** Returns the path that a row links to, in English; null for no link. */
  linkOf?: (row: Listed) => string | null
  /** Labels of that link; "View" by default, with `{{title}}` for screen readers. */
  linkText?: { label: MessageKey; itemLabel: MessageKey }
  /** Labels of the values of the resource's `filter`; the empty value means all. */
  filters?: Readonly<Record<string, MessageKey>>
  /** Whether rows begin with a picture. */
  hasPictures?: boolean
  lead?: MessageKey
  /** The list's name for screen readers, if it differs from the screen's title. */
  list?: MessageKey
  /** Placeholder and name of the search box; without it there is no search. */
  search?: MessageKey
  /** The label of the button that resets the filters; "Show all" by default. */
  resetLabel?: MessageKey
  loadFailed?: MessageKey
}

/** The props of the buttons in the editor's bar. */
export interface ActionsProps<Full extends EditableRow, Values extends object> {
  editing: Editing<Full, Values>
  item: Full | null
  values: Values
  isSending: boolean
  /** Whether a picture is still being uploaded. */
  isUploading: boolean
  /** Saves the form's values together with `also`, and closes the editor on success. Returns whether it succeeded. */
  save: (also?: object) => Promise<boolean>
  onClose: () => void
}

export interface EditorViews<Full extends EditableRow, Values extends object> {
  /** The fields; the editor adds the frame and the buttons. */
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** Replaces the save button. */
  Actions?: ComponentType<ActionsProps<Full, Values>>
  /** Returns whether the viewer may only store drafts, which another member has to save. */
  onlyDrafts?: (item: Full | null, values: Values) => boolean
  /** Returns the state that the bar shows for an item that is not public. */
  stateOf?: (item: Full) => MessageKey
  /** Returns the label of the save button, such as "Add event" or "Save changes". */
  saveLabel: (item: Full | null, values: Values) => MessageKey
  /** The title for a new item. */
  creating?: MessageKey
  /** The title, or a function of the form's values, which are null while they load. */
  editing: MessageKey | ((values: Values | null) => MessageKey)
}

export interface Views<
  Full extends Listed,
  Values extends object,
  Listed extends EditableRow = Full,
> extends ListViews<Listed>,
    EditorViews<Full, Values> {
  /** The label of the button for a new item; without it no items are created here. */
  create?: MessageKey
}
