import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import {
  type CallResult,
  createFailure,
  type Failure,
  type FailureCode,
} from "../../shared/call.ts"
import { collectFieldErrors, type FieldErrors } from "../../shared/problem.ts"

/** Status of sending a form. A form with the status `done` cannot be sent again until it is reopened. */
export type Submission =
  | { status: "open"; failure: Failure | null }
  | { status: "sending" }
  | { status: "done" }

export type CheckResult<Body> = { ok: true; body: Body } | { ok: false; failure: Failure }

export const failCheck = (errors: FieldErrors, code: FailureCode = "invalid") =>
  createFailure(code, { errors })

export function checkWithSchema<Schema extends z.core.$ZodType>(
  schema: Schema,
  values: unknown,
): CheckResult<z.output<Schema>> {
  const parsed = z.safeParse(schema, values)
  return parsed.success
    ? { ok: true, body: parsed.data }
    : failCheck(collectFieldErrors(parsed.error.issues))
}

/** `check` validates the input and returns the request body, which `send` sends. */
export interface SubmissionSteps<Input, Body, Result> {
  check: (input: Input) => CheckResult<Body> | Promise<CheckResult<Body>>
  send: (body: Body) => Promise<CallResult<Result>>
}

export interface SubmissionStore<Input, Result> {
  $submission: ReadableAtom<Submission>
  /** Checks and sends the input. Resolves to null, without a request, if the form is not open. */
  submit: (input: Input) => Promise<CallResult<Result> | null>
  showErrors: (errors: FieldErrors) => void
  clearErrors: (fields: string[]) => void
  reopen: () => void
}

export function createSubmission<Input, Body, Result>(
  steps: SubmissionSteps<Input, Body, Result>,
): SubmissionStore<Input, Result> {
  const $submission = atom<Submission>({ status: "open", failure: null })
  const open = (failure: Failure | null) => $submission.set({ status: "open", failure })

  return {
    $submission,
    async submit(input) {
      if ($submission.get().status !== "open") return null
      $submission.set({ status: "sending" })
      const result = await checkAndSend(steps, input)
      if (result.ok) $submission.set({ status: "done" })
      else open(result.failure)
      return result
    },
    showErrors(errors) {
      const state = $submission.get()
      if (state.status !== "open") return
      const { failure } = state
      open({ code: "invalid", ...failure, errors: { ...failure?.errors, ...errors } })
    },
    clearErrors(fields) {
      const state = $submission.get()
      if (state.status !== "open" || !state.failure) return
      const remaining = Object.entries(state.failure.errors).filter(
        // An error of `translations.lv.title` belongs to the field `translations`.
        ([field]) => !fields.includes(field.split(".", 1)[0] ?? field),
      )
      if (remaining.length === Object.keys(state.failure.errors).length) return
      open(
        remaining.length > 0 ? { ...state.failure, errors: Object.fromEntries(remaining) } : null,
      )
    },
    reopen: () => open(null),
  }
}

async function checkAndSend<Input, Body, Result>(
  { check, send }: SubmissionSteps<Input, Body, Result>,
  input: Input,
): Promise<CallResult<Result>> {
  try {
    const result = await check(input)
    return result.ok ? await send(result.body) : result
  } catch (error) {
    // After a programming error, the form must not stay in the state `sending`.
    console.error(error)
    return createFailure("internal")
  }
}
