/** Reading and checking what a call brings. */
import type { Context, MiddlewareHandler } from "hono"
import type { output, ZodMiniType } from "zod/mini"
import { parseJson } from "../../src/json.ts"
import { type FieldErrors, fieldErrors, type ProblemCode } from "../../src/problem.ts"
import { problem } from "./problem.ts"

/** The largest JSON body: the longest article in four-byte letters, with room for its other fields. */
const JSON_MAX_BYTES = 1_000_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The body's bytes, or null when there are more than `most`; a longer body is not read to its end. */
export async function bytesAtMost(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > most) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The body as the schema describes it, or the answer that says what is wrong with it; `codeFor` may name
 * what is wrong more exactly than `invalid`.
 */
export async function readBody<Schema extends ZodMiniType>(
  c: Context,
  schema: Schema,
  codeFor: (errors: FieldErrors) => ProblemCode = () => "invalid",
): Promise<{ body: output<Schema> } | { refusal: Response }> {
  // Other content types could be sent by a form on somebody else's page.
  if (!/^application\/json\b/.test(c.req.header("content-type") ?? "")) {
    return { refusal: problem("malformed", { detail: "Send JSON" }) }
  }
  const bytes = await bytesAtMost(c.req.raw, JSON_MAX_BYTES)
  if (!bytes) return { refusal: problem("too_large") }
  const json = parseJson(new TextDecoder().decode(bytes))
  if (json === undefined) return { refusal: problem("malformed") }
  const result = schema.safeParse(json)
  if (result.success) return { body: result.data }
  const errors = fieldErrors(result.error.issues)
  return { refusal: problem(codeFor(errors), { errors }) }
}

/** Whether a text is a UUID, of any version but the nil one. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Answers 404 for an id that cannot be one. */
export const withId: MiddlewareHandler = async (c, next) =>
  isUuid(c.req.param("id") ?? "") ? next() : problem("not_found")
