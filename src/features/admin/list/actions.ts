import { atom } from "nanostores"
import * as z from "zod/mini"
import type { MessageKey } from "../../../i18n/keys.ts"
import { type CallResult, call, createFailure, type Failure } from "../../../shared/call.ts"
import { isProblemCode, type ProblemCode } from "../../../shared/problem.ts"
import type { Action, ActionResult, Question, Result, Row } from "./resource.ts"

/** Maximum number of rows per request. The API has the same limit (schema/fields.ts). */
const ROWS_PER_REQUEST = 50

const resultsResponse = z.object({
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
 * Creates a function that runs a bulk action. `getChangedRow` returns the row after the action, or null if it was
 * deleted.
 */
export const createBulkCall =
  <Listed extends Row>(
    name: string,
    action: string,
    getChangedRow: (row: Listed) => Listed | null,
  ) =>
  async (rows: readonly Listed[]): Promise<CallResult<ActionResult<Listed>>> => {
    const results: Result<Listed>[] = []
    let content_version: number | undefined
    for (let from = 0; from < rows.length; from += ROWS_PER_REQUEST) {
      const batch = rows.slice(from, from + ROWS_PER_REQUEST)
      const result = await call(`/api/admin/${name}/action`, {
        method: "POST",
        payload: { ids: batch.map(({ id }) => id), action },
        read: resultsResponse,
      })
      if (!result.ok && from === 0) return result
      // The earlier requests have succeeded, so only the rows of this and later requests count as failed.
      if (!result.ok) {
        const code = result.failure.code === "unreachable" ? "internal" : result.failure.code
        results.push(...rows.slice(from).map(({ id }) => ({ id, ok: false as const, code })))
        break
      }
      content_version = result.body.content_version ?? content_version
      for (const { id, ok, code } of result.body.results) {
        const row = batch.find((candidate) => candidate.id === id)
        if (row && ok) results.push({ id, ok, row: getChangedRow(row) })
        else results.push({ id, ok: false, code })
      }
    }
    return { ok: true, body: { results, content_version }, headers: new Headers() }
  }

interface RowCall<Listed> {
  method?: "PUT" | "DELETE"
  payload?: (reason: string) => object
  /** Returns the row after the action. Returns null if the action has deleted the row. */
  getChangedRow: (row: Listed, json: unknown, reason: string) => Listed | null
}

const versionResponse = z.object({ content_version: z.number() })

/** Creates a function that runs an action on one row, by default with `PUT /api/admin/<name>/<id><path>`. */
export const createRowCall =
  <Listed extends Row>(
    name: string,
    path: string,
    { method = "PUT", payload, getChangedRow }: RowCall<Listed>,
  ) =>
  async ([row]: readonly Listed[], reason: string): Promise<CallResult<ActionResult<Listed>>> => {
    if (!row) return createFailure("not_found")
    const result = await call(`/api/admin/${name}/${row.id}${path}`, {
      method,
      ...(payload ? { payload: payload(reason) } : {}),
      read: (json) => ({
        row: getChangedRow(row, json, reason),
        ...versionResponse.safeParse(json).data,
      }),
    })
    if (!result.ok) return result
    const content_version =
      result.body.content_version ?? (Number(result.headers.get("content-version")) || undefined)
    const results = [{ id: row.id, ok: true as const, row: result.body.row }]
    return { ...result, body: { results, content_version } }
  }

const createDeletionBase = (
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
      confirmLabel: "admin:confirm.delete",
      busyLabel: "admin:confirm.deleting",
    },
    failed: `admin:${name}.delete.failed`,
  }) as const

export function createDeletion<Listed extends Row>(
  name: "users" | "teams" | "news" | "events" | "ideas" | "releases",
): Action<Listed> & { question: Question<Listed> } {
  const send = createRowCall<Listed>(name, "", { method: "DELETE", getChangedRow: () => null })
  return {
    ...createDeletionBase(name),
    async run(rows, reason) {
      const result = await send(rows, reason)
      const isGone = !result.ok && result.failure.code === "not_found"
      if (!isGone) return result
      // `not_found`: the row was already deleted, which counts as a success.
      const results = rows.map(({ id }) => ({ id, ok: true as const, row: null }))
      return { ok: true, body: { results }, headers: new Headers() }
    },
    done: { title: `admin:${name}.delete.done`, text: `admin:${name}.delete.doneText` },
  }
}

export function createBulkDeletion<Listed extends Row>(
  name: "posts" | "news" | "suggestions",
): Action<Listed> {
  const base = createDeletionBase(name)
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

export const createQuestion = (
  name: `${"teams" | "events" | "users" | "newcomers"}.hide` | "users.block",
) =>
  ({
    title: `admin:${name}.question`,
    text: `admin:${name}.text`,
    confirmLabel: `admin:${name}.label`,
    busyLabel: `admin:${name}.busy`,
  }) as const

/** Creates the actions that hide a row from the site and show it again. */
export const createHiddenActions = <Listed extends Row & { is_hidden?: boolean | undefined }>(
  name: "teams" | "events",
  row: z.core.$ZodType<Listed>,
  doneTitle: MessageKey,
): Action<Listed>[] =>
  ([true, false] as const).map((is_hidden) => {
    const action = is_hidden ? "hide" : "show"
    return {
      name: action,
      icon: is_hidden ? "lock" : "eye",
      label: `admin:${name}.${action}.label`,
      itemLabel: `admin:${name}.${action}.item`,
      isDanger: is_hidden,
      appliesTo: (listed) => Boolean(listed.is_hidden) !== is_hidden,
      ...(is_hidden && { question: createQuestion(`${name}.hide`) }),
      run: createRowCall<Listed>(name, "/hidden", {
        payload: () => ({ is_hidden }),
        getChangedRow: (_, changedRow) => z.parse(row, changedRow),
      }),
      done: { title: doneTitle, text: `admin:${name}.${action}.done` },
      failed: `admin:${name}.updateFailed`,
    }
  })

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

/** Creates the store of the current action, which waits for a confirmation or runs. */
export function createActions<Listed extends Row>({ onDone, onFailed }: ActionsOptions<Listed>) {
  const $action = atom<ActionState<Listed>>({ status: "none" })
  const $failedRows = atom<FailedRows<Listed> | null>(null)

  async function run(action: Action<Listed>, rows: readonly Listed[], reason: string) {
    $action.set({ status: "running", action, rows })
    const result = await action.run(rows, reason)
    if (!result.ok) {
      const isOver = !action.question || result.failure.code === "not_found"
      $action.set(isOver ? { status: "none" } : { status: "confirming", action, rows })
      return onFailed(action, rows, result.failure)
    }
    $action.set({ status: "none" })
    const failedRows = result.body.results.flatMap((rowResult) => {
      const row = rows.find(({ id }) => id === rowResult.id)
      return row && !rowResult.ok ? [{ row, code: rowResult.code }] : []
    })
    $failedRows.set(failedRows.length > 0 ? { action, rows: failedRows } : null)
    onDone(action, rows, result.body)
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

    /** Runs `action` instead of the action that waits for a confirmation. */
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
