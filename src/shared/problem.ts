/** Problem documents (RFC 9457), the API's error answers. The interface translates their stable `code`. */
import { isRecord } from "./json.ts"

type ErrorTexts = typeof import("../../public/locales/en/errors.json")

/** Keys of texts that do not belong to a code of the API. The `_until` texts contain the time of the next try. */
type OtherText = "offline" | "unreachable" | `${string}_until`

/** Code of a problem document. `netlify/lib/http/problem.ts` has a status and a title for each code. */
export type ProblemCode = Exclude<keyof ErrorTexts["problems"], OtherText>

export type FieldErrorCode = keyof ErrorTexts["fields"]

export type FieldErrors = Record<string, FieldErrorCode>

/** Returns whether a value looks like a code. A list of all codes would make pages larger; zod's messages have spaces. */
const isCode = (value: unknown) => typeof value === "string" && /^[a-z_]+$/.test(value)

const isFieldError = (message: string): message is FieldErrorCode => isCode(message)

export function collectFieldErrors(
  issues: { path: PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    const name = path[0] === "translations" ? path.join(".") : String(path[0] ?? "form")
    errors[name] ??= isFieldError(message) ? message : "invalid"
  }
  return errors
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  errors?: FieldErrors
  /** The current row in the database. Only present with the code `stale`. */
  current?: unknown
  request_id?: string
}

export const isProblemCode = (value: unknown): value is ProblemCode => isCode(value)

export const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProblemCode(value["code"])
