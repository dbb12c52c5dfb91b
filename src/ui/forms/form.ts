/** A form's values, and sending them to the server. */
import { atom, type ReadableAtom, type WritableAtom } from "nanostores"
import { keepText } from "./kept-text.ts"
import { createSubmission, type SubmissionSteps, type SubmissionStore } from "./submission.ts"

export interface Form<Values extends object, Result>
  extends Omit<SubmissionStore<Values, Result>, "submit" | "forgive"> {
  $values: ReadableAtom<Values>
  /** The number of uploads on their way. */
  $pending: ReadableAtom<number>
  /** Whether the form is to be sent once its uploads have arrived. */
  $isQueued: ReadableAtom<boolean>
  /** Changes values, and drops the errors of their fields. */
  change: (changes: Partial<Values>) => void
  /** Starts over with these values. */
  reset: (values: Values) => void
  /** Lets sending wait for an upload. The form is not sent when it resolves to false: its picture is missing. */
  waitFor: (upload: Promise<boolean>) => void
  /** Waits for the uploads. Resolves to false when the form cannot be sent afterwards, or is waiting already. */
  ready: () => Promise<boolean>
  /** Sends the form once it is ready. Resolves to null when it was not sent. */
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
  const uploads = new Set<Promise<boolean>>()
  const $pending = atom(0)
  const $isQueued = atom(false)
  /** Counts the starts: a form that started over meanwhile is not sent. */
  let starts = 0

  async function ready(): Promise<boolean> {
    if ($isQueued.get()) return false
    const start = starts
    $isQueued.set(true)
    let areThere = true
    // More pictures may be chosen meanwhile.
    while (areThere && uploads.size > 0) areThere = (await Promise.all(uploads)).every(Boolean)
    $isQueued.set(false)
    return areThere && start === starts
  }

  const { $submission, submit, forgive, reopen } = createSubmission(steps)
  return {
    $values,
    $pending,
    $isQueued,
    $submission,
    change(changes) {
      $values.set({ ...$values.get(), ...changes })
      forgive(Object.keys(changes))
    },
    reset(start) {
      starts += 1
      $values.set(begin(start))
      reopen()
    },
    reopen,
    waitFor(upload) {
      const settled = upload.catch(() => false)
      uploads.add(settled)
      $pending.set(uploads.size)
      void settled.then(() => {
        uploads.delete(settled)
        $pending.set(uploads.size)
      })
    },
    ready,
    // Without uploads the values are those at this very moment.
    submit: async () => (uploads.size > 0 && !(await ready()) ? null : submit($values.get())),
  }
}
