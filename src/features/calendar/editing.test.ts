import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { CalendarEvent, OwnTeam } from "./api.ts"
import { createEditing } from "./editing.ts"
import { answered, makeCalendarEvent } from "./fixtures.ts"

const EVENT = makeCalendarEvent()
const TEAM: OwnTeam = {
  id: EVENT.team_id ?? "",
  name: "Crew",
  slug: "crew",
  country: "lv",
  mayPostEvents: true,
}

function make(answers: Answer<CalendarEvent>[]) {
  const next = async () => answers.shift() ?? answered(EVENT)
  const steps = {
    create: vi.fn(next),
    change: vi.fn((_id: string, _body: { updated_at: string; title: string }) => next()),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
  }
  return { ...steps, ...createEditing(steps) }
}

test("a saved event closes the form", async () => {
  const { $editing, form, openNew, save, create, onSaved } = make([])
  openNew(TEAM, "2026-11-27")
  form.change({ title: "Dance" })
  await save()
  expect(create).toHaveBeenCalledTimes(1)
  expect(onSaved).toHaveBeenCalledWith(EVENT, null)
  expect($editing.get().status).toBe("closed")
})

test("what is wrong is said at the field alone, and nothing is sent or lost", async () => {
  const { form, openNew, save, create, onFailed } = make([])
  openNew(TEAM, null)
  form.change({ title: "Dance" })
  await save()
  expect(create).not.toHaveBeenCalled()
  expect(onFailed).not.toHaveBeenCalled()
  expect(form.$values.get().title).toBe("Dance")
})

test("who may not is told, and what was typed is still there", async () => {
  const { $editing, form, openEvent, save, onFailed, isDirty } = make([failed("forbidden")])
  openEvent(EVENT)
  expect(isDirty()).toBe(false)
  form.change({ title: "Renamed" })
  await save()
  expect(onFailed).toHaveBeenCalledTimes(1)
  expect($editing.get().status).toBe("open")
  expect(form.$values.get().title).toBe("Renamed")
  expect(isDirty()).toBe(true)
})

const THEIRS = makeCalendarEvent({ title: "Theirs", updated_at: "2026-02-01T10:00:00.000Z" })
const stale = () => failed("stale", { current: THEIRS })

test("when somebody else was faster, mine can be saved over theirs", async () => {
  const { $editing, form, openEvent, save, keepMine, change, onFailed } = make([stale()])
  openEvent(EVENT)
  form.change({ title: "Mine" })
  await save()
  expect($editing.get()).toMatchObject({ theirs: THEIRS })
  expect(onFailed).not.toHaveBeenCalled()
  await keepMine()
  expect(change.mock.calls.map(([, { title, updated_at }]) => [title, updated_at])).toEqual([
    ["Mine", EVENT.updated_at],
    ["Mine", THEIRS.updated_at],
  ])
  expect($editing.get().status).toBe("closed")
})

test("when somebody else was faster, theirs can be taken", async () => {
  const { $editing, form, openEvent, save, takeTheirs } = make([stale()])
  openEvent(EVENT)
  form.change({ title: "Mine" })
  await save()
  takeTheirs()
  expect(form.$values.get().title).toBe("Theirs")
  expect($editing.get()).toMatchObject({ event: THEIRS, theirs: null })
})

test("what one member typed is gone for the next, also when an answer comes late", async () => {
  const { $editing, form, openEvent, openNew, save, forget, isDirty } = make([stale()])
  openEvent(EVENT)
  form.change({ title: "Mine alone" })
  const saving = save()
  forget()
  await saving
  expect($editing.get().status).toBe("closed")
  expect(JSON.stringify(form.$values.get())).not.toContain("Mine alone")
  openNew(TEAM, null)
  expect(form.$values.get()).toMatchObject({ title: "", country: "lv" })
  expect(isDirty()).toBe(false)
})
