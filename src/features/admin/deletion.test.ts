import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createDeletion } from "./deletion.ts"
import { makeNote, type Note, ok } from "./fixtures.ts"

function makeDeletion(answer: Answer<undefined>) {
  const remove = vi.fn(async () => answer)
  const [onDeleted, onFailed] = [vi.fn(), vi.fn()]
  return { ...createDeletion<Note>({ remove, onDeleted, onFailed }), remove, onDeleted, onFailed }
}

test("nothing is deleted before it is confirmed", async () => {
  const { ask, cancel, confirm, remove } = makeDeletion(ok(undefined))
  ask(makeNote())
  cancel()
  await confirm()
  expect(remove).not.toHaveBeenCalled()
})

test("a confirmed row is deleted once, and the answer tells the version without it", async () => {
  const { ask, confirm, remove, onDeleted, $deletion } = makeDeletion(
    ok(undefined, { "content-version": "12" }),
  )
  ask(makeNote())
  await Promise.all([confirm(), confirm()])
  expect(remove).toHaveBeenCalledTimes(1)
  expect(onDeleted).toHaveBeenCalledWith(makeNote(), 12)
  expect($deletion.get().status).toBe("none")
})

test("what somebody else deleted is gone all the same", async () => {
  const { ask, confirm, onDeleted } = makeDeletion(failed("not_found"))
  ask(makeNote())
  await confirm()
  expect(onDeleted).toHaveBeenCalledWith(makeNote(), null)
})

test("a failure is told, and can be tried again", async () => {
  const { ask, confirm, onFailed, $deletion } = makeDeletion(failed("database_unavailable"))
  ask(makeNote())
  await confirm()
  expect(onFailed).toHaveBeenCalledWith(expect.objectContaining({ code: "database_unavailable" }))
  expect($deletion.get().status).toBe("asking")
})
