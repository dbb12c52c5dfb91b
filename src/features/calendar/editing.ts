/** Adding and changing an event. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { createForm } from "../../ui/form.ts"
import type { ChangedEvent, NewEvent } from "../events/schema.ts"
import { type CalendarEvent, isCalendarEvent, type OwnTeam } from "./api.ts"
import { blankValues, checkEvent, type EventValues, valuesOf } from "./values.ts"

export type Editing =
  | { status: "closed" }
  | {
      status: "open"
      /** Another number for each opening. */
      opening: number
      /** What is changed, as it was last known; null for a new one. */
      event: CalendarEvent | null
      /** What somebody else has made of it meanwhile. */
      theirs: CalendarEvent | null
    }

export interface EditingSteps {
  create: (body: NewEvent) => Promise<Answer<CalendarEvent>>
  change: (id: string, body: ChangedEvent) => Promise<Answer<CalendarEvent>>
  onSaved: (event: CalendarEvent, before: CalendarEvent | null) => void
  onFailed: (failure: Failure) => void
}

const isChange = (body: NewEvent | ChangedEvent): body is ChangedEvent => "updated_at" in body

export function createEditing({ create, change, onSaved, onFailed }: EditingSteps) {
  const $editing = atom<Editing>({ status: "closed" })
  let opening = 0
  let start = blankValues(null, null)

  const present = (): CalendarEvent | null => {
    const editing = $editing.get()
    return editing.status === "open" ? editing.event : null
  }

  const form = createForm<EventValues, NewEvent | ChangedEvent, CalendarEvent>(start, {
    check: (values) => checkEvent(values, present()),
    send: (body) => {
      const event = present()
      return event && isChange(body) ? change(event.id, body) : create(body)
    },
  })

  function open(event: CalendarEvent | null, values: EventValues): void {
    opening += 1
    start = values
    form.reset(values)
    $editing.set({ status: "open", opening, event, theirs: null })
  }

  function close(): void {
    $editing.set({ status: "closed" })
  }

  /** Leaves nothing for the next member; an answer that is still to come finds no form. */
  function forget(): void {
    opening += 1
    start = blankValues(null, null)
    form.reset(start)
    close()
  }

  async function save(): Promise<void> {
    const mine = opening
    const before = present()
    const answer = await form.submit()
    if (!answer) return
    const isHere = mine === opening
    if (answer.ok) {
      if (isHere) close()
      return onSaved(answer.body, before)
    }
    const { failure } = answer
    if (isHere && failure.code === "stale" && isCalendarEvent(failure.current)) {
      $editing.set({ status: "open", opening, event: before, theirs: failure.current })
      return
    }
    // What is wrong with fields is said at the fields.
    if (failure.code !== "invalid") onFailed(failure)
  }

  return {
    $editing,
    form,
    save,
    close,
    forget,
    openNew: (team: OwnTeam | null, day: string | null) => open(null, blankValues(team, day)),
    openEvent: (event: CalendarEvent) => open(event, valuesOf(event)),
    /** Whether something is typed that is not saved. */
    isDirty: () => JSON.stringify(form.$values.get()) !== JSON.stringify(start),
    /** Saves over what somebody else has made of it. */
    async keepMine(): Promise<void> {
      const editing = $editing.get()
      if (editing.status !== "open" || !editing.theirs) return
      $editing.set({ ...editing, event: editing.theirs, theirs: null })
      await save()
    },
    /** Goes on with what somebody else has made of it. */
    takeTheirs(): void {
      const editing = $editing.get()
      if (editing.status === "open" && editing.theirs)
        open(editing.theirs, valuesOf(editing.theirs))
    },
  }
}

export type EditingStore = ReturnType<typeof createEditing>
