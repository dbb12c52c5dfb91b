/** What the admin area's one list and one editor need to know about a kind of thing. */
import { call } from "../../call.ts"
import type { MessageKey, Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { isRecord } from "../../json.ts"
import type { Checked } from "../../ui/submission.ts"

/** A row as it is listed. `updated_at` says which version of it. */
export interface Row {
  id: string
  updated_at: string
}

/** A write's answer: the row, and the content version that a build must reach to show it. */
export type Saved<Full> = Full & { content_version: number }

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
}

/** `Full` is a row with all that its form needs, `Values` what its form holds. */
export interface Resource<Listed extends Row, Full extends Listed, Values extends object> {
  /** The list's name in answers and addresses: `news` is under `/api/admin/news`. */
  name: string
  readRow: (json: unknown) => Listed
  readSaved: (json: unknown) => Saved<Full>
  /** Values kept in the browser, maybe by an older version of the form; null for what cannot be used. */
  readValues: (json: unknown) => Values | null
  blank: (locale: Locale) => Values
  valuesOf: (item: Full) => Values
  check: (values: Values) => Checked<object>
  titleOf: (row: Listed) => string
  /** Whether readers see it, so that a change to it makes the built site outdated. */
  isPublic: (row: Listed) => boolean
  /** Where readers find all of them, on the English site. */
  publicPath: string
  /** Where they find this one. */
  pathOf: (row: Listed) => string
  /** What to say after a save. */
  savedMessage: (before: Listed | null, after: Listed) => Message
  deletedMessage: Message
  deleteFailed: MessageKey
  compared: ComparedField<Values>[]
}

export interface Page<Listed> {
  rows: Listed[]
  next: string | undefined
}

/** How many rows a page of the list has. */
const PAGE = 20

/** The calls of a resource: `/api/admin/<name>` and below. */
export function resourceCalls<Listed extends Row, Full extends Listed, Values extends object>(
  resource: Resource<Listed, Full, Values>,
) {
  const { name, readRow, readSaved: read } = resource
  const root = `/api/admin/${name}`

  function readPage(json: unknown): Page<Listed> {
    const rows = isRecord(json) ? json[name] : undefined
    if (!isRecord(json) || !Array.isArray(rows)) throw new Error(`no ${name} in the answer`)
    const { next } = json
    return { rows: rows.map(readRow), next: typeof next === "string" ? next : undefined }
  }

  return {
    list(cursor?: string) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(cursor ? { cursor } : {}) })
      return call(`${root}?${query}`, { read: readPage })
    },
    find: (id: string) => call(`${root}/${id}`, { read }),
    create: (body: object) => call(root, { method: "POST", payload: body, read }),
    /** Saves over the version of `updated_at`, and over no newer one. */
    update: (id: string, updated_at: string, body: object) =>
      call(`${root}/${id}`, { method: "PATCH", payload: { ...body, updated_at }, read }),
    /** The answer's `content-version` header is the version without it. */
    remove: (id: string) => call(`${root}/${id}`, { method: "DELETE", read: () => undefined }),
  }
}
