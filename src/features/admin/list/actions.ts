/** What can be done with rows of a list, beside editing them: confirmed first where that is due, then done, once. */
import { atom } from "nanostores"
import type { ComponentType } from "react"
import * as z from "zod/mini"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { type Answer, call, type Failure, failed } from "../../../shared/call.ts"
import { isProblemCode, type ProblemCode } from "../../../shared/problem.ts"
import type { AnyIconName } from "../../../ui/AnyIcon.tsx"
import type { Message } from "../toast.ts"
import type { Row } from "./resource.ts"

/** What became of one row: how it stands now (null when it is gone), or why it could not be done. */
type Result<Listed> =
  | { id: string; ok: true; row: Listed | null }
  | { id: string; ok: false; code: ProblemCode }

export interface Done<Listed> {
  results: Result<Listed>[]
  /** The version that a build must reach to show it, where the answer tells. */
  content_version?: number | undefined
}

/** Asked before it is done. `{{title}}` is the row's; of many, `{{count}}` is how many. */
export interface Question<Listed extends Row = never> {
  title: MessageKey
  text: MessageKey
  /** What a row has beyond that to think of. */
  more?: (row: Listed, t: Translate) => string[]
  /** The same as a component. `instead` runs another action in place of this one. */
  More?: ComponentType<{ row: Listed; isBusy: boolean; instead: (action: Action<Listed>) => void }>
  /** For many rows. */
  manyText?: MessageKey
  /** The button, before it is done and while it is. */
  confirm: MessageKey
  busy?: MessageKey
  /** The label of the button that closes the dialog without a change; "Cancel" by default. */
  cancel?: MessageKey
  /** A field for why, which may stay empty. */
  reason?: { label: MessageKey; hint: MessageKey; max: number }
}

export interface Action<Listed extends Row> {
  /** Unique within the resource. */
  name: string
  icon: AnyIconName
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
  question?: Question<Listed>
  run: (rows: readonly Listed[], reason: string) => Promise<Answer<Done<Listed>>>
  /** The toast when it is done; `{{title}}` is the row's. */
  done: Message
  /** For many rows, with `{{count}}`. */
  doneMany?: MessageKey
  failed: MessageKey
  /** Words a failure otherwise than by its code's text. */
  failure?: (failure: Failure) => Message | null
}

/** As many as the API takes at once. */
const AT_ONCE = 50

const resultsAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      code: z.pipe(
        z.optional(z.string()),
        z.transform((code) => (isProblemCode(code) ? code : "internal")),
      ),
    }),
  ),
  content_version: z.optional(z.number()),
})

/**
 * Runs an action through `POST /api/admin/<name>/action {ids, action}`, which tells what became of each; `after` is
 * how a row stands then, null for one that is gone.
 */
export const bulkCall =
  <Listed extends Row>(name: string, action: string, after: (row: Listed) => Listed | null) =>
  async (rows: readonly Listed[]): Promise<Answer<Done<Listed>>> => {
    const results: Result<Listed>[] = []
    let content_version: number | undefined
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      const answer = await call(`/api/admin/${name}/action`, {
        method: "POST",
        payload: { ids: some.map(({ id }) => id), action },
        read: (json) => resultsAnswer.parse(json),
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

interface RowCall<Listed> {
  method?: "PUT" | "DELETE"
  payload?: (reason: string) => object
  /** How the row stands then, by what was answered; null for one that is gone. */
  after: (row: Listed, answer: unknown, reason: string) => Listed | null
}

const versioned = z.object({ content_version: z.number() })

/** Runs an action on one row by `PUT /api/admin/<name>/<id><path>`. */
export const rowCall =
  <Listed extends Row>(
    name: string,
    path: string,
    { method = "PUT", payload, after }: RowCall<Listed>,
  ) =>
  async ([row]: readonly Listed[], reason: string): Promise<Answer<Done<Listed>>> => {
    if (!row) return failed("not_found")
    const answer = await call(`/api/admin/${name}/${row.id}${path}`, {
      method,
      ...(payload ? { payload: payload(reason) } : {}),
      read: (json) => ({ row: after(row, json, reason), ...versioned.safeParse(json).data }),
    })
    if (!answer.ok) return answer
    const content_version =
      answer.body.content_version ?? (Number(answer.headers.get("content-version")) || undefined)
    const results = [{ id: row.id, ok: true as const, row: answer.body.row }]
    return { ...answer, body: { results, content_version } }
  }

const deleting = {
  name: "delete",
  icon: "trash",
  label: "admin:list.delete",
  itemLabel: "admin:list.deleteItem",
  isDanger: true,
} as const

const confirming = { confirm: "admin:confirm.delete", busy: "admin:confirm.deleting" } as const

/** Deleting a row by `DELETE /api/admin/<name>/<id>`, confirmed first. */
export function deletion<Listed extends Row>(
  name: "users" | "teams" | "news" | "events" | "ideas",
): Action<Listed> {
  const send = rowCall<Listed>(name, "", { method: "DELETE", after: () => null })
  const texts = `admin:${name}.delete` as const
  return {
    ...deleting,
    question: { title: `${texts}.question`, text: `${texts}.text`, ...confirming },
    async run(rows, reason) {
      const answer = await send(rows, reason)
      const isGone = !answer.ok && answer.failure.code === "not_found"
      if (!isGone) return answer
      // What somebody else deleted is gone all the same.
      const results = rows.map(({ id }) => ({ id, ok: true as const, row: null }))
      return { ok: true, body: { results }, headers: new Headers() }
    },
    done: { title: `${texts}.done`, text: `${texts}.doneText` },
    failed: `${texts}.failed`,
  }
}

/** Deleting one or many rows at once. */
export function bulkDeletion<Listed extends Row>(
  name: "posts" | "news" | "suggestions",
): Action<Listed> {
  const texts = `admin:${name}.delete` as const
  return {
    ...deleting,
    question: {
      title: "admin:confirm.delete",
      text: `${texts}.text`,
      manyText: `${texts}.manyText`,
      ...confirming,
    },
    run: bulkCall<Listed>(name, "delete", () => null),
    done: {
      title: `${texts}.done`,
      ...(name === "suggestions" ? {} : { text: `admin:${name}.delete.doneText` }),
    },
    doneMany: `${texts}.doneMany`,
    failed: `${texts}.failed`,
  }
}

export type ActionState<Listed extends Row> =
  | { status: "none" }
  | { status: "confirming" | "running"; action: Action<Listed>; rows: readonly Listed[] }

/** Rows of many for which it could not be done. */
export interface Undone<Listed extends Row> {
  action: Action<Listed>
  rows: { row: Listed; code: ProblemCode }[]
}

interface ActionsOptions<Listed extends Row> {
  onDone: (action: Action<Listed>, rows: readonly Listed[], done: Done<Listed>) => void
  onFailed: (action: Action<Listed>, rows: readonly Listed[], failure: Failure) => void
}

export function createActions<Listed extends Row>({ onDone, onFailed }: ActionsOptions<Listed>) {
  const $action = atom<ActionState<Listed>>({ status: "none" })
  const $undone = atom<Undone<Listed> | null>(null)

  async function run(action: Action<Listed>, rows: readonly Listed[], reason: string) {
    $action.set({ status: "running", action, rows })
    const answer = await action.run(rows, reason)
    if (!answer.ok) {
      // It can be confirmed again, unless there is nothing to do it with.
      const isOver = !action.question || answer.failure.code === "not_found"
      $action.set(isOver ? { status: "none" } : { status: "confirming", action, rows })
      return onFailed(action, rows, answer.failure)
    }
    $action.set({ status: "none" })
    const undone = answer.body.results.flatMap((result) => {
      const row = rows.find(({ id }) => id === result.id)
      return row && !result.ok ? [{ row, code: result.code }] : []
    })
    $undone.set(undone.length > 0 ? { action, rows: undone } : null)
    onDone(action, rows, answer.body)
  }

  return {
    $action,
    $undone,

    /** Does it, or has it confirmed first; nothing while something else is confirmed or done. */
    async start(action: Action<Listed>, rows: readonly Listed[]): Promise<void> {
      if ($action.get().status !== "none" || rows.length === 0) return
      if (action.question) $action.set({ status: "confirming", action, rows })
      else await run(action, rows, "")
    },

    async confirm(reason = ""): Promise<void> {
      const state = $action.get()
      if (state.status === "confirming") await run(state.action, state.rows, reason)
    },

    /** Runs another action on the row in place of the one that is being confirmed. */
    async runInstead(action: Action<Listed>): Promise<void> {
      const state = $action.get()
      if (state.status === "confirming") await run(action, state.rows, "")
    },

    cancel(): void {
      if ($action.get().status === "confirming") $action.set({ status: "none" })
    },

    dismissUndone: () => $undone.set(null),
  }
}
