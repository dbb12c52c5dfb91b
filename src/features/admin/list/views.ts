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
  create: MessageKey | null
  buffer: Pick<DraftBuffer<unknown>, "$ids" | "find" | "drop">
  hasServerDrafts: boolean
  $editor: ReadableAtom<{ status: string }>
  open: (id: string) => Promise<void>
  openNew: () => void
}

export interface ListViews<Listed extends Row> {
  Row: ComponentType<{ row: Listed; editor: ListEditor | null }>
  Waiting?: ComponentType<{ screen: ListScreen<Listed>; editor: ListEditor | null }>
  mayEdit?: (row: Listed) => boolean
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  createMenu?: (row: Listed, screen: ListScreen<Listed>) => readonly MenuItem[]
  Tools?: ComponentType<{ screen: ListScreen<Listed> }>
  getLink?: (row: Listed) => string | null
  linkText?: { label: MessageKey; itemLabel: MessageKey }
  /** Labels of the values of `filter`. The empty value selects all rows. */
  filters?: Readonly<Record<string, MessageKey>>
  hasPictures?: boolean
  lead?: MessageKey
  list?: MessageKey
  search?: MessageKey
  resetLabel?: MessageKey
  loadFailed?: MessageKey
}

export interface ActionsProps<Full extends EditableRow, Values extends object> {
  editing: Editing<Full, Values>
  item: Full | null
  values: Values
  isSending: boolean
  isUploading: boolean
  /** Saves the values and the fields in `also`, and closes the editor. Returns whether saving succeeded. */
  save: (also?: object) => Promise<boolean>
  onClose: () => void
}

export interface EditorViews<Full extends EditableRow, Values extends object> {
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  Actions?: ComponentType<ActionsProps<Full, Values>>
  onlyDrafts?: (item: Full | null, values: Values) => boolean
  getState?: (item: Full) => MessageKey
  saveLabel: (item: Full | null, values: Values) => MessageKey
  creating?: MessageKey
  editing: MessageKey | ((values: Values | null) => MessageKey)
}

export interface Views<
  Full extends Listed,
  Values extends object,
  Listed extends EditableRow = Full,
> extends ListViews<Listed>,
    EditorViews<Full, Values> {
  create?: MessageKey
}
