import { isTypedTextKept } from "./kept-text.ts"

/** Creates a cache of form stores. Reopening a dialog about the same subject restores its typed values. */
export function createFormCache<Subject, Form>(
  create: (subject: Subject) => Form,
  getKey: (subject: Subject) => string,
  isDirty: (form: Form) => boolean,
) {
  const forms = new Map<string, Form>()
  const isAnyDirty = () => [...forms.values()].some(isDirty)
  function warn(event: BeforeUnloadEvent): void {
    if (isAnyDirty() && !isTypedTextKept()) event.preventDefault()
  }
  return {
    open(subject: Subject): Form {
      const cached = forms.get(getKey(subject))
      const form = cached && isDirty(cached) ? cached : create(subject)
      forms.set(getKey(subject), form)
      return form
    },
    drop: (subject: Subject): void => void forms.delete(getKey(subject)),
    clear: (): void => forms.clear(),
    isAnyDirty,
    /**
     * Makes the browser warn before it leaves a page with text that is neither sent nor stored for a reload. Call
     * the returned function when the dialog closes: it stops the warnings if no form has unsent text.
     */
    warnBeforeUnload(): () => void {
      addEventListener("beforeunload", warn)
      return () => {
        if (!isAnyDirty()) removeEventListener("beforeunload", warn)
      }
    },
  }
}
