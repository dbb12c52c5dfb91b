import { expect, test, vi } from "vitest"
import { type CallResult, createFailure } from "../../../shared/call.ts"
import { makeNote, type Note, ok } from "../fixtures.ts"
import { createActions } from "./actions.ts"
import type { Action, ActionResult } from "./resource.ts"

const makeDeletedResult = ({ id }: Note) => ({ id, ok: true as const, row: null })

function makeActions(result: CallResult<ActionResult<Note>>, { hasQuestion = true } = {}) {
  const run = vi.fn(async () => result)
  const action: Action<Note> = {
    name: "delete",
    icon: "trash",
    label: "common:close",
    itemLabel: "common:close",
    ...(hasQuestion
      ? { question: { title: "common:close", text: "common:close", confirmLabel: "common:close" } }
      : {}),
    run,
    done: { title: "common:close" },
    failed: "common:close",
  }
  const [onDone, onFailed] = [vi.fn(), vi.fn()]
  return { ...createActions<Note>({ onDone, onFailed }), action, run, onDone, onFailed }
}

const first = makeNote()
const second = makeNote({ id: "n2" })

test("a canceled action does not run", async () => {
  const { start, cancel, confirm, action, run } = makeActions(
    ok({ results: [makeDeletedResult(first)] }),
  )
  await start(action, [first])
  cancel()
  await confirm()
  expect(run).not.toHaveBeenCalled()
})

test("a confirmed action runs once, with its reason", async () => {
  const { start, confirm, action, run, onDone, $action } = makeActions(
    ok({ results: [makeDeletedResult(first)] }),
  )
  await start(action, [first])
  await Promise.all([confirm("spam"), confirm("spam")])
  expect(run).toHaveBeenCalledExactlyOnceWith([first], "spam")
  expect(onDone).toHaveBeenCalledOnce()
  expect($action.get().status).toBe("none")
})

test("an action without a question runs immediately, and cannot be started again while it runs", async () => {
  const { start, action, run } = makeActions(ok({ results: [makeDeletedResult(first)] }), {
    hasQuestion: false,
  })
  await Promise.all([start(action, [first]), start(action, [first])])
  expect(run).toHaveBeenCalledOnce()
})

test("a failed action is reported and can be retried", async () => {
  const { start, confirm, action, onFailed, $action } = makeActions(
    createFailure("database_unavailable"),
  )
  await start(action, [first])
  await confirm()
  expect(onFailed.mock.calls[0]?.[2]).toMatchObject({ code: "database_unavailable" })
  expect($action.get().status).toBe("confirming")
})

test("an action on a deleted row cannot be retried", async () => {
  const { start, confirm, action, onFailed, $action } = makeActions(createFailure("not_found"))
  await start(action, [first])
  await confirm()
  expect(onFailed).toHaveBeenCalledOnce()
  expect($action.get().status).toBe("none")
})

test("a bulk action lists the failed rows with their reasons", async () => {
  const { start, confirm, action, $failedRows, dismissFailedRows } = makeActions(
    ok({ results: [makeDeletedResult(first), { id: "n2", ok: false, code: "not_found" }] }),
  )
  await start(action, [first, second])
  await confirm()
  expect($failedRows.get()?.rows).toEqual([{ row: second, code: "not_found" }])
  dismissFailedRows()
  expect($failedRows.get()).toBeNull()
})
