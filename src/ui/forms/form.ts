import { atom, type ReadableAtom, type WritableAtom } from "nanostores"
import { keepText } from "./kept-text.ts"
import { createSubmission, type SubmissionSteps, type SubmissionStore } from "./submission.ts"

export interface Form<Values extends object, Result>
  extends Omit<SubmissionStore<Values, Result>, "submit" | "showErrors" | "clearErrors"> {
  $values: ReadableAtom<Values>
  $uploadCount: ReadableAtom<number>
  /** Whether the form was submitted and is sent as soon as its uploads end. */
  $isWaitingForUploads: ReadableAtom<boolean>
  change: (changes: Partial<Values>) => void
  reset: (values: Values) => void
  /** Makes `submit` wait for an upload. If the promise resolves to false, the form is not sent. */
  waitFor: (upload: Promise<boolean>) => void
  /** Waits for all uploads. Resolves to false if one fails, if the form is reset, or if another call is waiting. */
  waitForUploads: () => Promise<boolean>
  submit: () => ReturnType<SubmissionStore<Values, Result>["submit"]>
}

/** Creates a form. If it has a `name`, unique in the page, typed text survives a reload (kept-text.ts). */
export function createForm<Values extends object, Body, Result>(
  values: Values,
  steps: SubmissionSteps<Values, Body, Result>,
  name?: string,
): Form<Values, Result> {
  const restoreKeptText = name
    ? keepText<Values>(name, () => $values.get())
    : (start: Values) => start
  const $values: WritableAtom<Values> = atom(restoreKeptText(values))
  const uploads = new Set<Promise<boolean>>()
  const $uploadCount = atom(0)
  const $isWaitingForUploads = atom(false)
  let resetCount = 0

  async function waitForUploads(): Promise<boolean> {
    if ($isWaitingForUploads.get()) return false
    const resetsBefore = resetCount
    $isWaitingForUploads.set(true)
    let areUploaded = true
    while (areUploaded && uploads.size > 0) {
      areUploaded = (await Promise.all(uploads)).every(Boolean)
    }
    $isWaitingForUploads.set(false)
    return areUploaded && resetsBefore === resetCount
  }

  const { $submission, submit, clearErrors, reopen } = createSubmission(steps)
  return {
    $values,
    $uploadCount,
    $isWaitingForUploads,
    $submission,
    change(changes) {
      $values.set({ ...$values.get(), ...changes })
      clearErrors(Object.keys(changes))
    },
    reset(start) {
      resetCount += 1
      $values.set(restoreKeptText(start))
      reopen()
    },
    reopen,
    waitFor(upload) {
      const settled = upload.catch(() => false)
      uploads.add(settled)
      $uploadCount.set(uploads.size)
      void settled.then(() => {
        uploads.delete(settled)
        $uploadCount.set(uploads.size)
      })
    },
    waitForUploads,
    submit: async () =>
      uploads.size > 0 && !(await waitForUploads()) ? null : submit($values.get()),
  }
}
