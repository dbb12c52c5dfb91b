import { atom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call, type Failure, failed } from "../../../shared/call.ts"
import { isProblemCode, type ProblemCode } from "../../../shared/problem.ts"
import type { Action, ActionResult, Result, Row } from "./resource.ts"

/** Maximum number of rows in one request. */
const MAX_ROWS = 50

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

/** Creates a function that runs a bulk action. `after` returns the changed row; null for a deleted row. */
export const createBulkCall =
  <Listed extends Row>(name: string, action: string, after: (row: Listed) => Listed | null) =>
  async (rows: readonly Listed[]): Promise<Answer<ActionResult<Listed>>> => {
    const results: Result<Listed>[] = []
    let content_version: number | undefined
    for (let from = 0; from < rows.length; from += MAX_ROWS) {
      const batch = rows.slice(from, from + MAX_ROWS)
      const answer = await call(`/api/admin/${name}/action`, {
        method: "POST",
        payload: { ids: batch.map(({ id }) => id), action },
        read: resultsAnswer,
      })
      // Earlier requests have succeeded, so only the remaining rows count as failed.
      if (!answer.ok && from === 0) return answer
      if (!answer.ok) {
        const code = answer.failure.code === "unreachable" ? "internal" : answer.failure.code
        results.push(...rows.slice(from).map(({ id }) => ({ id, ok: false as const, code })))
        break
      }
      content_version = answer.body.content_version ?? content_version
      for (const { id, ok, code } of answer.body.results) {
        const row = batch.find((candidate) => candidate.id === id)
        if (row && ok) results.push({ id, ok, row: after(row) })
        else results.push({ id, ok: false, code })
      }
    }
    return { ok: true, body: { results, content_version }, headers: new Headers() }
  }

interface RowCall<Listed> {
  method?: "PUT" | "DELETE"
  payload?: (reason: string) => object
  after: (row: Listed, answer: unknown, reason: string) => Listed | null
}

const versionAnswer = z.object({ content_version: z.number() })

/** Creates a function that runs an action on one row with `PUT /api/admin/<name>/<id><path>`. */
export const createRowCall =
  <Listed extends Row>(
    name: string,
    path: string,
    { method = "PUT", payload, after }: RowCall<Listed>,
  ) =>
  async ([row]: readonly Listed[], reason: string): Promise<Answer<ActionResult<Listed>>> => {
    if (!row) return failed("not_found")
    const answer = await call(`/api/admin/${name}/${row.id}${path}`, {
      method,
      ...(payload ? { payload: payload(reason) } : {}),
      read: (json) => ({ row: after(row, json, reason), ...versionAnswer.safeParse(json).data }),
    })
    if (!answer.ok) return answer
    const content_version =
      answer.body.content_version ?? (Number(answer.headers.get("content-version")) || undefined)
    const results = [{ id: row.id, ok: true as const, row: answer.body.row }]
    return { ...answer, body: { results, content_version } }
  }

const createSharedDeletion = (
  name: "users" | "teams" | "news" | "events" | "ideas" | "releases" | "posts" | "suggestions",
) =>
  ({
    name: "delete",
    icon: "trash",
    label: "admin:list.delete",
    itemLabel: "admin:list.deleteItem",
    isDanger: true,
    question: {
      title: `admin:${name}.delete.question`,
      text: `admin:${name}.delete.text`,
      confirm: "admin:confirm.delete",
      busy: "admin:confirm.deleting",
    },
    failed: `admin:${name}.delete.failed`,
  }) as const

export function createDeletion<Listed extends Row>(
  name: "users" | "teams" | "news" | "events" | "ideas" | "releases",
): Action<Listed> {
  const send = createRowCall<Listed>(name, "", { method: "DELETE", after: () => null })
  return {
    ...createSharedDeletion(name),
    async run(rows, reason) {
      const answer = await send(rows, reason)
      const isGone = !answer.ok && answer.failure.code === "not_found"
      if (!isGone) return answer
      // A row that someone else has already deleted counts as deleted.
      const results = rows.map(({ id }) => ({ id, ok: true as const, row: null }))
      return { ok: true, body: { results }, headers: new Headers() }
    },
    done: { title: `admin:${name}.delete.done`, text: `admin:${name}.delete.doneText` },
  }
}

export function createBulkDeletion<Listed extends Row>(
  name: "posts" | "news" | "suggestions",
): Action<Listed> {
  const base = createSharedDeletion(name)
  return {
    ...base,
    question: {
      ...base.question,
      manyTitle: `admin:${name}.delete.manyQuestion`,
      manyText: `admin:${name}.delete.manyText`,
    },
    run: createBulkCall<Listed>(name, "delete", () => null),
    done: {
      title: `admin:${name}.delete.done`,
      ...(name === "suggestions" ? {} : { text: `admin:${name}.delete.doneText` }),
    },
    doneMany: `admin:${name}.delete.doneMany`,
  }
}

export type ActionState<Listed extends Row> =
  | { status: "none" }
  | { status: "confirming" | "running"; action: Action<Listed>; rows: readonly Listed[] }

export interface FailedRows<Listed extends Row> {
  action: Action<Listed>
  rows: { row: Listed; code: ProblemCode }[]
}

interface ActionsOptions<Listed extends Row> {
  onDone: (action: Action<Listed>, rows: readonly Listed[], done: ActionResult<Listed>) => void
  onFailed: (action: Action<Listed>, rows: readonly Listed[], failure: Failure) => void
}

export function createActions<Listed extends Row>({ onDone, onFailed }: ActionsOptions<Listed>) {
  const $action = atom<ActionState<Listed>>({ status: "none" })
  const $failedRows = atom<FailedRows<Listed> | null>(null)

  async function run(action: Action<Listed>, rows: readonly Listed[], reason: string) {
    $action.set({ status: "running", action, rows })
    const answer = await action.run(rows, reason)
    if (!answer.ok) {
      const isOver = !action.question || answer.failure.code === "not_found"
      $action.set(isOver ? { status: "none" } : { status: "confirming", action, rows })
      return onFailed(action, rows, answer.failure)
    }
    $action.set({ status: "none" })
    const failedRows = answer.body.results.flatMap((result) => {
      const row = rows.find(({ id }) => id === result.id)
      return row && !result.ok ? [{ row, code: result.code }] : []
    })
    $failedRows.set(failedRows.length > 0 ? { action, rows: failedRows } : null)
    onDone(action, rows, answer.body)
  }

  return {
    $action,
    $failedRows,

    async start(action: Action<Listed>, rows: readonly Listed[]): Promise<void> {
      if ($action.get().status !== "none" || rows.length === 0) return
      if (action.question) $action.set({ status: "confirming", action, rows })
      else await run(action, rows, "")
    },

    async confirm(reason = ""): Promise<void> {
      const state = $action.get()
      if (state.status === "confirming") await run(state.action, state.rows, reason)
    },

    async runInstead(action: Action<Listed>): Promise<void> {
      const state = $action.get()
      if (state.status === "confirming") await run(action, state.rows, "")
    },

    cancel(): void {
      if ($action.get().status === "confirming") $action.set({ status: "none" })
    },

    dismissFailedRows: () => $failedRows.set(null),
  }
}
