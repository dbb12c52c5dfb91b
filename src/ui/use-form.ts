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

/** A ref for the form's element: after a refused try, its first field with an error gets the focus. */
export function useFocusOnError(failure: Failure | null) {
  const element = useRef<HTMLFormElement>(null)
  const refused = failure && Object.keys(failure.errors).length > 0 ? failure : null
  const known = useRef<Failure | null>(null)
  useEffect(() => {
    // Fixing one field makes a smaller failure, not a new one.
    const isNew = refused !== null && known.current === null
    known.current = refused
    if (isNew) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [refused])
  return element
}
