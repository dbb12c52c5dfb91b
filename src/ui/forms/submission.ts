/** A form's way to the server: checked first, sent once at a time, errors kept by field. */
import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, type Failure, type FailureCode, failed } from "../../shared/call.ts"
import { type FieldErrors, fieldErrors } from "../../shared/problem.ts"

export type Submission =
  | { status: "open"; failure: Failure | null }
  | { status: "sending" }
  /** Sent, and the page is about to change: not to be sent again. */
  | { status: "done" }

/** What a form's check says: the body to send, or what is wrong with it. */
export type Checked<Body> = { ok: true; body: Body } | { ok: false; failure: Failure }

/** A check that failed. */
export const refused = (errors: FieldErrors, code: FailureCode = "invalid") =>
  failed(code, { errors })

/** The body that a schema makes of a form's values, or what it finds wrong with them. */
export function checked<Schema extends z.core.$ZodType>(
  schema: Schema,
  values: unknown,
): Checked<z.output<Schema>> {
  const parsed = z.safeParse(schema, values)
  return parsed.success
    ? { ok: true, body: parsed.data }
    : refused(fieldErrors(parsed.error.issues))
}

export interface SubmissionSteps<Input, Body, Result> {
  check: (input: Input) => Checked<Body> | Promise<Checked<Body>>
  send: (body: Body) => Promise<Answer<Result>>
}

export interface SubmissionStore<Input, Result> {
  $submission: ReadableAtom<Submission>
  /** The answer, or null when one is being waited for already. */
  submit: (input: Input) => Promise<Answer<Result> | null>
  /** Shows errors at fields before the form is sent. */
  refuse: (errors: FieldErrors) => void
  /** Removes the errors of fields that are being changed. */
  forgive: (fields: string[]) => void
  /** Says no more about an earlier try, and opens a form that was done. */
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
      const answer = await checkAndSend(steps, input)
      if (answer.ok) $submission.set({ status: "done" })
      else open(answer.failure)
      return answer
    },
    refuse(errors) {
      const state = $submission.get()
      if (state.status !== "open") return
      const { failure } = state
      open({ code: "invalid", ...failure, errors: { ...failure?.errors, ...errors } })
    },
    forgive(fields) {
      const state = $submission.get()
      if (state.status !== "open" || !state.failure) return
      const left = Object.entries(state.failure.errors).filter(
        // `translations.lv.title` is in the field `translations`.
        ([field]) => !fields.includes(field.split(".", 1)[0] ?? field),
      )
      if (left.length === Object.keys(state.failure.errors).length) return
      open(left.length > 0 ? { ...state.failure, errors: Object.fromEntries(left) } : null)
    },
    reopen: () => open(null),
  }
}

async function checkAndSend<Input, Body, Result>(
  { check, send }: SubmissionSteps<Input, Body, Result>,
  input: Input,
): Promise<Answer<Result>> {
  try {
    const checked = await check(input)
    return checked.ok ? await send(checked.body) : checked
  } catch (error) {
    // A form must not stay locked because of a mistake of ours.
    console.error(error)
    return failed("internal")
  }
}
