/** Problem documents (RFC 9457), the error answers of the API. The interface translates their stable `code`. */
import { isRecord } from "./json.ts"

type ErrorTexts = typeof import("../../public/locales/en/errors.json")

/** Texts that are not those of a code: the API was not reached, or the text contains the time of the next try. */
type OtherText = "offline" | "unreachable" | `${string}_until`

/** Code of a failed call. Each has a text, and a status and a title in `netlify/lib/http/problem.ts`. */
export type ProblemCode = Exclude<keyof ErrorTexts["problems"], OtherText>

/** Code of an invalid field. */
export type FieldErrorCode = keyof ErrorTexts["fields"]

/** Errors by field name. */
export type FieldErrors = Record<string, FieldErrorCode>

/** Returns whether a message is a code. Messages of zod contain capitals or spaces; a list of codes would enlarge pages. */
const isCode = (value: unknown) => typeof value === "string" && /^[a-z_]+$/.test(value)

const isFieldError = (message: string): message is FieldErrorCode => isCode(message)

/** Returns the first error of each field, such as `title` or `translations.lv.title`, or of the whole body as `form`. */
export function fieldErrors(issues: { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    // Each language has its own fields.
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
  /** The current row, with `stale`. */
  current?: unknown
  /** Id of the request in the server's log. */
  request_id?: string
}

export const isProblemCode = (value: unknown): value is ProblemCode => isCode(value)

/** Returns whether the body of an answer is a problem document. */
export const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProblemCode(value["code"])
