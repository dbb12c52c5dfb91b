/** What can be done with rows of a list, beside editing them. */
import { type Answer, call, type Failure, failed } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { isRecord } from "../../json.ts"
import { isProblemCode, type ProblemCode } from "../../problem.ts"
import type { IconName } from "../../ui/icons.ts"
import type { Message, Row } from "./resource.ts"

/** What became of one row: how it stands now (null when it is gone), or why it could not be done. */
export type Result<Listed> =
  | { id: string; ok: true; row: Listed | null }
  | { id: string; ok: false; code: ProblemCode }

export interface Done<Listed> {
  results: Result<Listed>[]
  /** The version that a build must reach to show it, where the answer tells. */
  content_version?: number | undefined
}

/** Asked before it is done. `{{title}}` is the row's; of many, `{{count}}` is how many. */
export interface Question {
  title: MessageKey
  text: MessageKey
  /** For many rows. */
  manyText?: MessageKey
  /** The button, while it is asked and while it is done. */
  confirm: MessageKey
  busy?: MessageKey
  /** A field for why, which may stay empty. */
  reason?: { label: MessageKey; hint: MessageKey; max: number }
}

export interface Act<Listed extends Row> {
  /** Unique within the resource. */
  name: string
  icon: IconName
  /** On the button of many rows, and as its tip on a row's. */
  label: MessageKey
  /** On a row's button, for screen readers: with `{{title}}`. */
  itemLabel: MessageKey
  isDanger?: boolean
  /** Which rows have it; all by default. */
  isFor?: (row: Listed) => boolean
  /** Other rows change with it: the list is loaded anew. */
  isReloaded?: boolean
  /** None for what can be undone by the next click. */
  question?: Question
  run: (rows: readonly Listed[], reason: string) => Promise<Answer<Done<Listed>>>
  /** What to say when it is done; `{{title}}` is the row's. */
  done: Message
  /** For many rows, with `{{count}}`. */
  doneMany?: MessageKey
  failed: MessageKey
  /** Says a failure otherwise than by its code's text. */
  failure?: (failure: Failure) => Message | null
}

/** As many as the API takes at once. */
const MOST = 50

function readResults(json: unknown): { id: string; ok: boolean; code: ProblemCode }[] {
  const results = isRecord(json) ? json["results"] : undefined
  if (!Array.isArray(results)) throw new Error("no results in the answer")
  return results.map((result: unknown) => {
    if (!isRecord(result) || typeof result["id"] !== "string") throw new Error("not a result")
    const { id, ok, code } = result
    return { id, ok: ok === true, code: isProblemCode(code) ? code : "internal" }
  })
}

/**
 * Runs an act through `POST /api/admin/<name>/act {ids, act}`, which tells what became of each; `after` is
 * how a row stands then, null for one that is gone.
 */
export const actCall =
  <Listed extends Row>(name: string, act: string, after: (row: Listed) => Listed | null) =>
  async (rows: readonly Listed[]): Promise<Answer<Done<Listed>>> => {
    const results: Result<Listed>[] = []
    let content_version: number | undefined
    for (let from = 0; from < rows.length; from += MOST) {
      const some = rows.slice(from, from + MOST)
      const answer = await call(`/api/admin/${name}/act`, {
        method: "POST",
        payload: { ids: some.map(({ id }) => id), act },
        read: (json) => ({
          results: readResults(json),
          content_version: isRecord(json)
            ? Number(json["content_version"]) || undefined
            : undefined,
        }),
      })
      // What is done is done: the rest is told as failed.
      if (!answer.ok && from === 0) return answer
      if (!answer.ok) {
        const code = answer.failure.code === "unreachable" ? "internal" : answer.failure.code
        results.push(...rows.slice(from).map(({ id }) => ({ id, ok: false as const, code })))
        break
      }
      content_version = answer.body.content_version ?? content_version
      for (const { id, ok, code } of answer.body.results) {
        const row = some.find((candidate) => candidate.id === id)
        if (row && ok) results.push({ id, ok, row: after(row) })
        else results.push({ id, ok: false, code })
      }
    }
    return { ok: true, body: { results, content_version }, headers: new Headers() }
  }

/** Runs an act on one row by a call; `after` is how the row stands then, null for one that is gone. */
export const rowCall =
  <Listed extends Row, Body>(
    send: (row: Listed, reason: string) => Promise<Answer<Body>>,
    after: (row: Listed, body: Body) => Listed | null,
  ) =>
  async ([row]: readonly Listed[], reason: string): Promise<Answer<Done<Listed>>> => {
    if (!row) return failed("not_found")
    const answer = await send(row, reason)
    if (!answer.ok) return answer
    const content_version = Number(answer.headers.get("content-version")) || undefined
    const results = [{ id: row.id, ok: true as const, row: after(row, answer.body) }]
    return { ...answer, body: { results, content_version } }
  }

/** What a deletion says. */
export interface DeletionTexts {
  title: MessageKey
  /** Asks about `{{title}}`. */
  text: MessageKey
  done: Message
  failed: MessageKey
}

/** Deleting a row by `DELETE /api/admin/<name>/<id>`, asked about first. */
export function deletion<Listed extends Row>(
  name: string,
  { title, text, done, failed: failedText }: DeletionTexts,
): Act<Listed> {
  const send = rowCall<Listed, undefined>(
    ({ id }) => call(`/api/admin/${name}/${id}`, { method: "DELETE", read: () => undefined }),
    () => null,
  )
  return {
    name: "delete",
    icon: "trash",
    label: "admin:list.delete",
    itemLabel: "admin:list.deleteItem",
    isDanger: true,
    question: { title, text, confirm: "admin:confirm.delete", busy: "admin:confirm.deleting" },
    async run(rows, reason) {
      const answer = await send(rows, reason)
      const isGone = !answer.ok && answer.failure.code === "not_found"
      if (!isGone) return answer
      // What somebody else deleted is gone all the same.
      const results = rows.map(({ id }) => ({ id, ok: true as const, row: null }))
      return { ok: true, body: { results }, headers: new Headers() }
    },
    done,
    failed: failedText,
  }
}
