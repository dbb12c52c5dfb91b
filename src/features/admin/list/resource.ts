import type { ComponentType } from "react"
import type * as z from "zod/mini"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { CallResult, Failure } from "../../../shared/call.ts"
import type { ProblemCode } from "../../../shared/problem.ts"
import type { CheckResult } from "../../../ui/forms/submission.ts"
import type { IconName } from "../../../ui/icons.tsx"
import type { Message } from "../toast.ts"
import type { ListQuery, QueryParams, Sort } from "./query.ts"

export interface Row {
  id: string
  has_draft?: boolean
}

export interface EditableRow extends Row {
  updated_at: string
}

/** A saved item. The changes are in all builds of this `content_version` or a later one. */
export type Saved<Full> = Full & { content_version?: number | undefined }

/** Result of an action on one row. `row` is the changed row, or null if it was deleted. */
export type Result<Listed> =
  | { id: string; ok: true; row: Listed | null }
  | { id: string; ok: false; code: ProblemCode }

export interface ActionResult<Listed> {
  results: Result<Listed>[]
  content_version?: number | undefined
}

/**
 * Question before an action. Its texts can contain `{{title}}`, the row's title, and `{{count}}`, the number of rows.
 */
export interface Question<Listed extends Row = never> {
  title: MessageKey
  text: MessageKey
  details?: (row: Listed, t: Translate) => string[]
  /** Component below the text. It can call `runInstead` to run another action instead of this one. */
  Extra?: ComponentType<{
    row: Listed
    isBusy: boolean
    runInstead: (action: Action<Listed>) => void
  }>
  manyTitle?: MessageKey
  manyText?: MessageKey
  confirmLabel: MessageKey
  busyLabel?: MessageKey
  cancelLabel?: MessageKey
  reason?: { label: MessageKey; hint: MessageKey; max: number }
}

export interface Action<Listed extends Row> {
  name: string
  icon: IconName
  label: MessageKey
  /** Label for screen readers, which contains the row's title. */
  itemLabel: MessageKey
  isDanger?: boolean
  appliesTo?: (row: Listed) => boolean
  reloadsList?: boolean
  question?: Question<Listed>
  run: (rows: readonly Listed[], reason: string) => Promise<CallResult<ActionResult<Listed>>>
  /** Message after a success. For several rows, `doneMany` replaces it if given. */
  done: Message
  doneMany?: MessageKey
  /** Message after a failure. */
  failed: MessageKey
  /** Returns the message for certain failures, or null for the message `failed`. */
  getFailureMessage?: (failure: Failure) => Message | null
}

export type Labels<Values> = { readonly [Name in keyof Values & string]: MessageKey | null }

type LeadFields<Values> = { readonly [Name in keyof Values & string]?: keyof Values & string }

export type Formatters<Values> = {
  readonly [Name in keyof Values]?: (values: Values, t: Translate) => string
}

type ResourceName =
  | "users"
  | "teams"
  | "posts"
  | "news"
  | "events"
  | "ideas"
  | "releases"
  | "artists"
  | "suggestions"
  | "newcomers"
  | "reports"
  | "audit"
  | "security"

/** Describes a list of the admin area, whose rows come from `/api/admin/{name}`. */
export interface ListResource<Listed extends Row> {
  name: ResourceName
  row: z.core.$ZodType<Listed>
  getTitle: (row: Listed) => string
  params: QueryParams
  /** Converts the query in the URL to the query of the API. */
  toApiQuery?: (query: ListQuery) => ListQuery
  /** Public page that shows changes of the items, or null if builds do not contain them. */
  publicPath: string | null
  actions: readonly Action<Listed>[]
  /** Actions that can run on several selected rows. */
  bulk: readonly Action<Listed>[]
}

export interface EditorResource<Full extends EditableRow, Values extends object> {
  name: ResourceName
  saved: z.core.$ZodType<Saved<Full>>
  values: z.core.$ZodType<Values>
  /** Returns the values of a new item. */
  createBlankValues: (locale: Locale) => Values
  getValues: (item: Full) => Values
  check: (values: Values, item?: Full | null) => CheckResult<object>
  isPublic: (item: Full) => boolean
  getPath: (item: Full) => string
  /** Returns whether the save may have changed other rows, so that the list must be read again. */
  mayChangeOtherRows?: (saved: Full) => boolean
  getSavedMessage: (before: Full | null, after: Full) => Message
  getSaveFailedMessage: (isNew: boolean) => MessageKey
  labels: Labels<Values>
  /** Fields that MergeDialog treats as part of another field. Fields without a label need an entry. */
  leadFields?: LeadFields<Values>
  getLastEditor?: (item: Full) => { name: string | null; isOwn: boolean }
  /** Loads an earlier saved version, to find the changes of each side in a conflict. */
  loadEarlierValues?: (item: Full, updatedAt: string) => Promise<Values | null>
  /** Undefined for resources whose drafts are only in the browser. */
  serverDrafts?: {
    /** Returns the values that decide which members may see a draft. */
    getAccessFields: (values: Values) => Partial<Values>
  }
  /**
   * Returns the id and initial values of the new item that a name stands for, such as the name of a missing
   * translation. Returns null for an id.
   */
  newItemFor?: (nameOrId: string) => { id: string; initialValues: Partial<Values> } | null
  formatters?: Formatters<Values>
}

export interface Resource<
  Full extends Listed,
  Values extends object,
  Listed extends EditableRow = Full,
> extends ListResource<Listed>,
    EditorResource<Full, Values> {
  isPublic: (row: Listed) => boolean
  getPath: (row: Listed) => string
}

export const createListParams = (
  filters: readonly string[],
  sorts: readonly Sort[] = ["newest", "oldest", "name", "name_desc"],
) => ({
  search: "text" as const,
  filter: ["", ...filters],
  sort: sorts,
})
