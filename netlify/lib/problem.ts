/** Answers that say what went wrong: RFC 9457 problem documents. */
import { PROBLEMS, type Problem, type ProblemCode } from "../../src/problem.ts"

type Extras = Partial<Pick<Problem, "detail" | "errors" | "current" | "request_id">>

/** The answer for a code; `detail` defaults to the code's title. */
export function problem(
  code: ProblemCode,
  extras: Extras = {},
  headers: Record<string, string> = {},
): Response {
  const [status, title] = PROBLEMS[code]
  const body: Problem = { type: "about:blank", title, status, detail: title, code, ...extras }
  return Response.json(body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "private, no-store",
      ...headers,
    },
  })
}

/** The answer to one too many, with the seconds to wait. */
export const tooMany = (wait: number): Response =>
  problem("rate_limited", {}, { "retry-after": String(wait) })
