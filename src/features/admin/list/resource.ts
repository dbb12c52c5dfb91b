/** Types that describe an entity to the list and the editor of the admin area: rows, actions and form. */
import type { ComponentType } from "react"
import type * as z from "zod/mini"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { Answer, Failure } from "../../../shared/call.ts"
import type { ProblemCode } from "../../../shared/problem.ts"
import type { CheckResult } from "../../../ui/forms/submission.ts"
import type { IconName } from "../../../ui/icons.tsx"
import type { Message } from "../toast.ts"
import { type ListQuery, type QueryParams, SORTS, type Sort } from "./query.ts"

/** A row of a list. */
export interface Row {
  id: string
  /** Whether the server has a draft of the row. */
  has_draft?: boolean
}

/** A row that can be edited. */
export interface EditableRow extends Row {
  /** Identifies the version: a save names the one that it started from. */
  updated_at: string
}

/** The answer to a write: the row, and the content version that a build must reach to show it. */
export type Saved<Full> = Full & { content_version?: number | undefined }

/** The result of an action for one row: the changed row (null after a deletion), or a problem code. */
export type Result<Listed> =
  | { id: string; ok: true; row: Listed | null }
  | { id: string; ok: false; code: ProblemCode }

/** The result of an action for all its rows. */
export interface ActionResult<Listed> {
  results: Result<Listed>[]
  /** The content version that a build must reach to show the change. */
  content_version?: number | undefined
}

/** The question before an action. `{{title}}` is the row's title; for many rows, `{{count}}` is their number. */
export interface Question<Listed extends Row = never> {
  title: MessageKey
  text: MessageKey
  /** Returns further sentences about a row. */
  details?: (row: Listed, t: Translate) => string[]
  /** A component below the text. `instead` runs another action instead of this one. */
  Extra?: ComponentType<{ row: Listed; isBusy: boolean; instead: (action: Action<Listed>) => void }>
  /** Title and text for many rows, if they differ. */
  manyTitle?: MessageKey
  manyText?: MessageKey
  /** Labels of the button, before the action runs and while it runs. */
  confirm: MessageKey
  busy?: MessageKey
  /** The label of the button that closes the dialog without a change; "Cancel" by default. */
  cancel?: MessageKey
  /** An optional field for a reason. */
  reason?: { label: MessageKey; hint: MessageKey; max: number }
}

/** An operation on rows, other than editing. */
export interface Action<Listed extends Row> {
  /** Unique within the resource. */
  name: string
  icon: IconName
  /** The label for many rows, and the tooltip of a row's button. */
  label: MessageKey
  /** The name of a row's button for screen readers, with `{{title}}`. */
  itemLabel: MessageKey
  isDanger?: boolean
  /** Returns whether a row has the action; all rows have it by default. */
  isFor?: (row: Listed) => boolean
  /** Whether the list is loaded again, because the action also changes other rows. */
  reloadsList?: boolean
  /** Absent for actions that the next click can undo. */
  question?: Question<Listed>
  run: (rows: readonly Listed[], reason: string) => Promise<Answer<ActionResult<Listed>>>
  /** The toast after success; `{{title}}` is the row's title. */
  done: Message
  /** The title of the toast for many rows, with `{{count}}`. */
  doneMany?: MessageKey
  failed: MessageKey
  /** Returns a toast for a failure; null for the default one. */
  failure?: (failure: Failure) => Message | null
}

/** The labels of the form's fields; null for a field that is shown with another one. */
export type Labels<Values> = { readonly [Name in keyof Values & string]: MessageKey | null }

/** Maps a field to the field that it is part of. */
type PartOf<Values> = { readonly [Name in keyof Values & string]?: keyof Values & string }

/** Formats fields whose value is not readable as text. */
export type Formatters<Values> = {
  readonly [Name in keyof Values]?: (values: Values, t: Translate) => string
}

/** The lists of the admin area. The texts of each are in `admin.json` under its name. */
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

/** Describes a list. */
export interface ListResource<Listed extends Row> {
  /** The name of the list in answers and URLs: `news` is under `/api/admin/news`. */
  name: ResourceName
  row: z.core.$ZodType<Listed>
  titleOf: (row: Listed) => string
  /** The parameters of the page's URL; the first value of each is the default. */
  params: QueryParams
  /** Maps the parameters of the URL to those of the API, if they differ. */
  apiQuery?: (query: ListQuery) => ListQuery
  /** The public page that lists the rows, in English; null if there is none. */
  publicPath: string | null
  /** The actions of one row, in this order after "view" and "edit". */
  actions: readonly Action<Listed>[]
  /** The actions of many rows. */
  bulk: readonly Action<Listed>[]
}

/** Describes an editor. `Full` is an item with everything that its form needs, `Values` are the form's values. */
export interface EditorResource<Full extends EditableRow, Values extends object> {
  name: ResourceName
  saved: z.core.$ZodType<Saved<Full>>
  /** Parses values of a draft, which may come from an older version of the form. */
  values: z.core.$ZodType<Values>
  blank: (locale: Locale) => Values
  valuesOf: (item: Full) => Values
  /** `item` is the saved version of an existing item. */
  check: (values: Values, item?: Full | null) => CheckResult<object>
  /** Returns whether the item is on the public site, so that changing it requires a build. */
  isPublic: (item: Full) => boolean
  /** Returns the path of the item's public page, in English. */
  pathOf: (item: Full) => string
  /** Returns whether saving the item also changed other rows of the list. */
  changesOthers?: (saved: Full) => boolean
  /** Returns the toast after a save. */
  savedMessage: (before: Full | null, after: Full) => Message
  /** Returns the toast's text when an item could not be created or changed. */
  saveFailed: (isNew: boolean) => MessageKey
  labels: Labels<Values>
  /** Fields that MergeDialog treats as part of another field. Required for fields without a label. */
  partOf?: PartOf<Values>
  /** Returns who saved the item last. */
  savedBy?: (item: Full) => { name: string | null; isOwn: boolean }
  /** Loads the form's values of an earlier version; null if it is no longer known. */
  loadEarlierValues?: (item: Full, updatedAt: string) => Promise<Values | null>
  /** Present if the server stores drafts. The browser then chooses the ids of new items. */
  serverDrafts?: {
    /** Returns the values on which the right to see a draft depends. */
    accessFields: (values: Values) => Partial<Values>
  }
  /**
   * Some new items have an address before they are stored: a translation is opened as `<id of the original>-<language>`.
   * Returns the new item's id and initial values for such a name; null for an id.
   */
  newItemFor?: (nameOrId: string) => { id: string; initialValues: Partial<Values> } | null
  /** Formats values for the comparison of two versions. */
  formatters?: Formatters<Values>
}

/** Describes a list with an editor. `Listed` is a row of the list, which may lack properties of the item. */
export interface Resource<
  Full extends Listed,
  Values extends object,
  Listed extends EditableRow = Full,
> extends ListResource<Listed>,
    EditorResource<Full, Values> {
  isPublic: (row: Listed) => boolean
  pathOf: (row: Listed) => string
}

/** Returns the parameters of a list that `list_admin_rows()` searches, filters and sorts. */
export const listParams = (
  filters: readonly string[],
  sorts: readonly Sort[] = SORTS.slice(0, 4),
) => ({
  search: "text" as const,
  filter: ["", ...filters],
  sort: sorts,
})
