/** A form store in an island: what its fields show. */
import { useStore } from "@nanostores/react"
import { useEffect, useId, useRef } from "react"
import type { Failure } from "../call.ts"
import type { FieldErrorCode } from "../problem.ts"
import type { Form } from "./form.ts"

export interface FieldState {
  id: string
  error: FieldErrorCode | undefined
}

export function useForm<Values extends object, Result>(form: Form<Values, Result>) {
  const values = useStore(form.$values)
  const submission = useStore(form.$submission)
  const pending = useStore(form.$pending)
  const id = useId()
  const failure: Failure | null = submission.status === "open" ? submission.failure : null
  return {
    values,
    change: form.change,
    failure,
    isSending: submission.status === "sending",
    isWaiting: pending > 0,
    field: (name: keyof Values & string): FieldState => ({
      id: `${id}${name}`,
      error: failure?.errors[name],
    }),
  }
}

/** Where to go after a refused try: the first field with an error, else the button just pressed. */
function focusAfterFailure(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid=true]")
  if (invalid) invalid.focus()
  // It lost the focus while it was disabled.
  else if (!form.contains(document.activeElement)) {
    form.querySelector<HTMLElement>("button[type=submit]")?.focus()
  }
}

/** A ref for the form's element, which moves the focus after each refused try. */
export function useFocusOnFailure(failure: Failure | null) {
  const element = useRef<HTMLFormElement>(null)
  const known = useRef<Failure | null>(null)
  useEffect(() => {
    // Mending one field makes a smaller failure, not a new one.
    const isNew = failure !== null && known.current === null
    known.current = failure
    if (isNew && element.current) focusAfterFailure(element.current)
  }, [failure])
  return element
}
