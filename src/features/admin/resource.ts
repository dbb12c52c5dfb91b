/** What the admin area's one list and one editor need to know about a kind of thing. */
import { call } from "../../call.ts"
import type { MessageKey, MessageValues, Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { isRecord } from "../../json.ts"
import type { Checked } from "../../ui/submission.ts"
import type { Act } from "./act.ts"
import { type Ask, queryOf } from "./ask.ts"

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

/** One field of the form, as the comparison of two versions shows it. */
export interface ComparedField<Values> {
  name: keyof Values & string
  label: MessageKey
  /** The value in words. */
  show: (values: Values, t: Translate) => string
}

export interface Message {
  title: MessageKey
  text?: MessageKey
  values?: MessageValues
}

export const SORTS = ["newest", "oldest", "name", "name_desc", "start", "start_desc"] as const

export type Sort = (typeof SORTS)[number]

/** What a list alone needs. */
export interface ListResource<Listed extends Row> {
  /** The list's name in answers and addresses: `news` is under `/api/admin/news`. */
  name: string
  readRow: (json: unknown) => Listed
  titleOf: (row: Listed) => string
  /** What the list may be asked for in the address; the first value is the usual one. */
  params: Readonly<Record<string, readonly string[] | "text">>
  /** How the API is asked, where that differs from the address. */
  queryOf?: (ask: Ask) => Ask
  /** Where readers find all of them, on the English site; null for what is on no page. */
  publicPath: string | null
  /** What can be done with one row, in this order after "view" and "edit". */
  acts: readonly Act<Listed>[]
  /** What can be done with many rows at once. */
  bulk: readonly Act<Listed>[]
}

/** `Full` is a row with all that its form needs, `Values` what its form holds. */
export interface Resource<Listed extends EditableRow, Full extends Listed, Values extends object>
  extends ListResource<Listed> {
  readSaved: (json: unknown) => Saved<Full>
  /** Values kept in the browser, maybe by an older version of the form; null for what cannot be used. */
  readValues: (json: unknown) => Values | null
  blank: (locale: Locale) => Values
  valuesOf: (item: Full) => Values
  check: (values: Values) => Checked<object>
  /** Whether readers see it, so that a change to it makes the built site outdated. */
  isPublic: (row: Listed) => boolean
  /** Where they find this one. */
  pathOf: (row: Listed) => string
  /** What to say after a save. */
  savedMessage: (before: Listed | null, after: Listed) => Message
  /** What to say when one could not be created, or changed. */
  saveFailed: (isNew: boolean) => MessageKey
  compared: ComparedField<Values>[]
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

export interface Page<Listed> {
  rows: Listed[]
  next: string | undefined
}

/** How many rows a page of the list has. */
export const PAGE = 20

/** Asks for one page of a list. */
export function listCall<Listed extends Row>({
  name,
  readRow,
  queryOf: asked = (ask) => ask,
}: ListResource<Listed>) {
  function readPage(json: unknown): Page<Listed> {
    const rows = isRecord(json) ? json[name] : undefined
    if (!isRecord(json) || !Array.isArray(rows)) throw new Error(`no ${name} in the answer`)
    const { next } = json
    return { rows: rows.map(readRow), next: typeof next === "string" ? next : undefined }
  }

  return (ask: Ask, cursor?: string) => {
    const query = queryOf({ limit: String(PAGE), ...asked(ask), cursor: cursor ?? "" })
    return call(`/api/admin/${name}${query}`, { read: readPage })
  }
}

/** The calls of an editor: `/api/admin/<name>` and below. */
export function resourceCalls<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ name, readSaved: read }: Resource<Listed, Full, Values>) {
  const root = `/api/admin/${name}`
  return {
    find: (id: string) => call(`${root}/${id}`, { read }),
    create: (body: object) => call(root, { method: "POST", payload: body, read }),
    /** Saves over the version of `updated_at`, and over no newer one. */
    update: (id: string, updated_at: string, body: object) =>
      call(`${root}/${id}`, { method: "PATCH", payload: { ...body, updated_at }, read }),
  }
}
