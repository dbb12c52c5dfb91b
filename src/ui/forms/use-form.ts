import { useStore } from "@nanostores/react"
import { useId } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import type { Failure } from "../../shared/call.ts"
import type { FieldErrorCode } from "../../shared/problem.ts"
import type { Form } from "./form.ts"

export interface FieldState {
  id: string
  error: FieldErrorCode | undefined
}

export interface BoundField<Value> extends FieldState {
  value: Value
  onChange: (value: Value) => void
}

export function useForm<Values extends object, Result>(form: Form<Values, Result>) {
  const values = useStore(form.$values)
  const submission = useStore(form.$submission)
  const uploadCount = useStore(form.$uploadCount)
  const isWaitingForUploads = useStore(form.$isWaitingForUploads)
  const id = useId()
  const failure: Failure | null = submission.status === "open" ? submission.failure : null
  const isSending = submission.status === "sending"
  return {
    values,
    change: form.change,
    failure,
    isSending,
    isUploading: uploadCount > 0,
    isWaitingForUploads,
    submitText(idle: MessageKey, sending: MessageKey): MessageKey {
      if (isWaitingForUploads) return "common:picture.waiting"
      return isSending ? sending : idle
    },
    field: <Name extends keyof Values & string>(name: Name): BoundField<Values[Name]> => ({
      id: `${id}${name}`,
      error: failure?.errors[name],
      value: values[name],
      onChange(value) {
        const changes: Partial<Values> = {}
        changes[name] = value
        form.change(changes)
      },
    }),
  }
}
