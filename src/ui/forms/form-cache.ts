import { isTypedTextKept } from "./kept-text.ts"

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
    /** Warns before unloading a page with changes. Returns the function that a closing dialog calls. */
    warnBeforeUnload(): () => void {
      addEventListener("beforeunload", warn)
      return () => {
        if (!isAnyDirty()) removeEventListener("beforeunload", warn)
      }
    },
  }
}
