import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { Act, Done } from "./act.ts"
import { createActing } from "./acting.ts"
import { makeNote, type Note, ok } from "./fixtures.ts"

const gone = ({ id }: Note) => ({ id, ok: true as const, row: null })

function makeActing(answer: Answer<Done<Note>>, isAsked = true) {
  const run = vi.fn(async () => answer)
  const act: Act<Note> = {
    name: "delete",
    icon: "trash",
    label: "common:close",
    itemLabel: "common:close",
    ...(isAsked
      ? { question: { title: "common:close", text: "common:close", confirm: "common:close" } }
      : {}),
    run,
    done: { title: "common:close" },
    failed: "common:close",
  }
  const [onDone, onFailed] = [vi.fn(), vi.fn()]
  return { ...createActing<Note>({ onDone, onFailed }), act, run, onDone, onFailed }
}

const first = makeNote()
const second = makeNote({ id: "n2" })

test("nothing is done before it is confirmed", async () => {
  const { start, cancel, confirm, act, run } = makeActing(ok({ results: [gone(first)] }))
  await start(act, [first])
  cancel()
  await confirm()
  expect(run).not.toHaveBeenCalled()
})

test("what is confirmed is done once, with the reason that was given", async () => {
  const { start, confirm, act, run, onDone, $acting } = makeActing(ok({ results: [gone(first)] }))
  await start(act, [first])
  await Promise.all([confirm("spam"), confirm("spam")])
  expect(run).toHaveBeenCalledExactlyOnceWith([first], "spam")
  expect(onDone).toHaveBeenCalledOnce()
  expect($acting.get().status).toBe("none")
})

test("what can be undone is done at once, and a second click meanwhile does nothing", async () => {
  const { start, act, run } = makeActing(ok({ results: [gone(first)] }), false)
  await Promise.all([start(act, [first]), start(act, [first])])
  expect(run).toHaveBeenCalledOnce()
})

test("a failure is told, and can be tried again", async () => {
  const { start, confirm, act, onFailed, $acting } = makeActing(failed("database_unavailable"))
  await start(act, [first])
  await confirm()
  expect(onFailed.mock.calls[0]?.[2]).toMatchObject({ code: "database_unavailable" })
  expect($acting.get().status).toBe("asking")
})

test("there is nothing to try again with a row that is gone", async () => {
  const { start, confirm, act, onFailed, $acting } = makeActing(failed("not_found"))
  await start(act, [first])
  await confirm()
  expect(onFailed).toHaveBeenCalledOnce()
  expect($acting.get().status).toBe("none")
})

test("of many rows, those for which it could not be done are named with their reason", async () => {
  const { start, confirm, act, $leftover, dismissLeftover } = makeActing(
    ok({ results: [gone(first), { id: "n2", ok: false, code: "not_found" }] }),
  )
  await start(act, [first, second])
  await confirm()
  expect($leftover.get()?.rows).toEqual([{ row: second, code: "not_found" }])
  dismissLeftover()
  expect($leftover.get()).toBeNull()
})
