/** Error responses of the API are problem documents (RFC 9457). */
import { isRecord } from "./json.ts"

/** The keys of these texts are the codes of problems and of field errors. */
type ErrorTexts = typeof import("../../public/locales/en/errors.json")

/** Keys of texts that are not codes of the API, such as the longer texts with a waiting time. */
type KeyWithoutCode = "offline" | "unreachable" | `${string}_until`

/** Code of a problem. `netlify/lib/http/problem.ts` has the status and title of each code. */
export type ProblemCode = Exclude<keyof ErrorTexts["problems"], KeyWithoutCode>

export type FieldErrorCode = keyof ErrorTexts["fields"]

export type FieldErrors = Record<string, FieldErrorCode>

/** Returns whether a value looks like a code. A list of all codes would make pages larger. */
const isCode = (value: unknown) => typeof value === "string" && /^[a-z_]+$/.test(value)

const isFieldError = (message: string): message is FieldErrorCode => isCode(message)

/** Converts Zod's issues to one error per field. Zod's own messages, which contain spaces, become "invalid". */
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
  /** The current row in the database, only with the code `stale`. */
  current?: unknown
  request_id?: string
}

export const isProblemCode = (value: unknown): value is ProblemCode => isCode(value)

export const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProblemCode(value["code"])
