/** A form store in an island: what its fields show. */
import { useStore } from "@nanostores/react"
import { useId } from "react"
import type { Failure } from "../../call.ts"
import type { FieldErrorCode } from "../../problem.ts"
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
