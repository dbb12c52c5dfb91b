/** What the admin area's one list and one editor need to know about a kind of thing. */
import type { ReadableAtom } from "nanostores"
import type { ComponentType } from "react"
import type * as z from "zod/mini"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { Form } from "../../../ui/forms/form.ts"
import type { Checked } from "../../../ui/forms/submission.ts"
import type { MenuItem } from "../../../ui/MenuButton.tsx"
import type { Drafts } from "../editor/drafts.ts"
import type { Editing } from "../editor/editor.ts"
import type { ListScreen } from "../screen.ts"
import type { Message } from "../toast.ts"
import type { Action } from "./actions.ts"
import { type ListQuery, type QueryParams, SORTS, type Sort } from "./query.ts"

/** A row as it is listed. */
export interface Row {
  id: string
}

/** One that can be edited. `updated_at` says which version of it. */
export interface EditableRow extends Row {
  updated_at: string
}

/** A write's answer: the row, and the content version that a build must reach to show it. */
export type Saved<Full> = Full & { content_version?: number | undefined }

/** What the form's fields are called; null for what goes with another field. */
export type Labels<Values> = { readonly [Name in keyof Values & string]: MessageKey | null }

/** Maps a field to the field that it is part of. */
type PartOf<Values> = { readonly [Name in keyof Values & string]?: keyof Values & string }

/** Values in words, where they are not their own text. */
export type Shown<Values> = {
  readonly [Name in keyof Values]?: (values: Values, t: Translate) => string
}

/** Each has its texts in `admin.json`. */
type ResourceName =
  | "users"
  | "teams"
  | "posts"
  | "news"
  | "events"
  | "ideas"
  | "suggestions"
  | "newcomers"
  | "reports"
  | "audit"
  | "security"

/** What a list alone needs. */
export interface ListResource<Listed extends Row> {
  /** The list's name in answers and addresses: `news` is under `/api/admin/news`. */
  name: ResourceName
  row: z.core.$ZodType<Listed>
  titleOf: (row: Listed) => string
  /** What the address may say of the list; the first value is the default. */
  params: QueryParams
  /** What the API is sent, where that differs from the address. */
  apiQuery?: (query: ListQuery) => ListQuery
  /** Where readers find all of them, on the English site; null for what is on no page. */
  publicPath: string | null
  /** What can be done with one row, in this order after "view" and "edit". */
  actions: readonly Action<Listed>[]
  /** What can be done with many rows at once. */
  bulk: readonly Action<Listed>[]
}

/** `Full` is a row with all that its form needs, `Values` what its form holds. */
export interface Resource<Listed extends EditableRow, Full extends Listed, Values extends object>
  extends ListResource<Listed> {
  saved: z.core.$ZodType<Saved<Full>>
  /** Reads values that were stored in the browser, maybe by an older version of the form. */
  values: z.core.$ZodType<Values>
  blank: (locale: Locale) => Values
  valuesOf: (item: Full) => Values
  check: (values: Values) => Checked<object>
  /** Whether readers see it, so that a change to it makes the built site outdated. */
  isPublic: (row: Listed) => boolean
  /** Where they find this one. */
  pathOf: (row: Listed) => string
  /** Whether saving it changed other rows of the list, too. */
  changesOthers?: (saved: Listed) => boolean
  /** The toast after a save. */
  savedMessage: (before: Listed | null, after: Listed) => Message
  /** When one could not be created, or changed. */
  saveFailed: (isNew: boolean) => MessageKey
  labels: Labels<Values>
  /** Fields that MergeDialog treats as part of another field. Required for fields without a label. */
  partOf?: PartOf<Values>
  /** Who saved it last; null where that is not known. */
  savedBy?: (item: Full) => { name: string | null; isOwn: boolean }
  /** What its form held when that version was saved; null where nobody knows any more. */
  earlier?: (item: Full, updatedAt: string) => Promise<Values | null>
  /** For what keeps its drafts on the server as well, under an id that is made here. */
  shared?: {
    /** What the server needs to know of a draft, to say who may see it. */
    about: (values: Values) => Partial<Values>
  }
  /**
   * What is begun under a name that addresses and rows have for it before anything of it is stored: the id that
   * it will have for everybody, and what its form begins with. Null for an id.
   */
  begin?: (name: string) => { id: string; about: Partial<Values> } | null
  /** For the comparison of two versions. */
  shown?: Shown<Values>
}

/** The parameters of a list that is searched, filtered and sorted by `admin_rows()`. */
export const listParams = (
  filters: readonly string[],
  sorts: readonly Sort[] = SORTS.slice(0, 4),
) => ({
  search: "text" as const,
  filter: ["", ...filters],
  sort: sorts,
})

/** What a list needs to know of its editor. */
export interface ListEditor {
  /** On the button for something new; null where nothing is created. */
  create: MessageKey | null
  drafts: Pick<Drafts<unknown>, "$ids" | "find" | "drop" | "takeUnfinished">
  /** Whether its drafts are on the server as well, and listed. */
  isShared: boolean
  $editor: ReadableAtom<{ status: string }>
  open: (id?: string) => Promise<void>
  /** Opens something new: where what was begun is listed, an empty one. */
  openNew: () => Promise<void>
}

export interface ListViews<Listed extends Row> {
  /** Picture, title and facts of a row; the list adds what can be done with it. */
  Row: ComponentType<{ row: Listed; editor: ListEditor | null }>
  /** Above the list: what waits to be done with it. */
  Waiting?: ComponentType<{ screen: ListScreen<Listed>; editor: ListEditor | null }>
  /** Whether the button that opens the editor is for this row; for all by default. */
  mayEdit?: (row: Listed) => boolean
  /** What can be done with a row beside its actions: a choice, a button with a dialog of its own. */
  Controls?: ComponentType<{ row: Listed; screen: ListScreen<Listed> }>
  /** What else can be done with a row, where it is rare: in a menu with all its actions but deleting. */
  menuOf?: (row: Listed, screen: ListScreen<Listed>) => readonly MenuItem[]
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
  lead?: MessageKey
  /** Names the list for screen readers, where it is not called like the screen. */
  list?: MessageKey
  /** In the empty search box, and its name. */
  search?: MessageKey
  /** On the way back to the usual filter; "Show all" by default. */
  usual?: MessageKey
  loadFailed?: MessageKey
}

/** What the editor's bar may need to know. */
export interface ActionsProps<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> {
  editing: Editing<Listed, Full, Values>
  item: Full | null
  values: Values
  isSending: boolean
  /** A picture is still on its way. */
  isWaiting: boolean
  /** Saves, and closes when that is done; `also` goes with the form's values. Whether it was saved. */
  save: (also?: object) => Promise<boolean>
  onClose: () => void
}

export interface EditorViews<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> {
  /** The fields; the editor adds the frame and the buttons. */
  Form: ComponentType<{ form: Form<Values, Saved<Full>>; item: Full | null }>
  /** In the place of the button that saves, where there is more to do than that. */
  Actions?: ComponentType<ActionsProps<Listed, Full, Values>>
  /** Whether the viewer's changes wait, as a draft, for somebody who may save them. */
  onlyDrafts?: (item: Full | null, values: Values) => boolean
  /** What the bar says of one that readers don't see. */
  stateOf?: (item: Full) => MessageKey
  /** What saving does now: "Add event", "Save changes". */
  saveLabel: (item: Full | null, values: Values) => MessageKey
  /** The title for a new one. */
  creating?: MessageKey
  /** The title of the editor; by what is in it (null until that is known), where that makes a difference. */
  editing: MessageKey | ((values: Values | null) => MessageKey)
}

export interface Views<Listed extends EditableRow, Full extends Listed, Values extends object>
  extends ListViews<Listed>,
    EditorViews<Listed, Full, Values> {
  /** The button for a new one; without it nothing is created here. */
  create?: MessageKey
}
