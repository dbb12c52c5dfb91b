/** A form's values beside its way to the server. */
import { atom, type ReadableAtom, type WritableAtom } from "nanostores"
import { keepText } from "./kept-text.ts"
import { createSubmission, type SubmissionSteps, type SubmissionStore } from "./submission.ts"

export interface Form<Values extends object, Result>
  extends Omit<SubmissionStore<Values, Result>, "submit" | "forgive"> {
  $values: ReadableAtom<Values>
  /** How many things the form waits for before it can be sent: pictures on their way. */
  $pending: ReadableAtom<number>
  /** Takes changed values over; what was said about these fields is dropped. */
  change: (changes: Partial<Values>) => void
  /** Starts anew with these values. */
  reset: (values: Values) => void
  /** Is not sent until this is done. */
  waitFor: (work: Promise<unknown>) => void
  submit: () => ReturnType<SubmissionStore<Values, Result>["submit"]>
}

/** Creates a form. With a name that is unique in its page, typed text survives a reload for a new version. */
export function createForm<Values extends object, Body, Result>(
  values: Values,
  steps: SubmissionSteps<Values, Body, Result>,
  name?: string,
): Form<Values, Result> {
  const begin = name ? keepText<Values>(name, () => $values.get()) : (start: Values) => start
  const $values: WritableAtom<Values> = atom(begin(values))
  const $pending = atom(0)
  const { $submission, submit, forgive, reopen } = createSubmission(steps)
  return {
    $values,
    $pending,
    $submission,
    change(changes) {
      $values.set({ ...$values.get(), ...changes })
      forgive(Object.keys(changes))
    },
    reset(start) {
      $values.set(begin(start))
      reopen()
    },
    reopen,
    waitFor(work) {
      $pending.set($pending.get() + 1)
      void work.finally(() => $pending.set($pending.get() - 1))
    },
    submit: async () => ($pending.get() > 0 ? null : submit($values.get())),
  }
}
