/** Checking and sending a suggestion. */
import { type Answer, call } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import type { SuggestionBody } from "./schema.ts"

/** The schema and its library arrive when the form is first used. */
export const loadSchema = () => import("./schema.ts")

export async function checkSuggestion(input: unknown): Promise<Checked<SuggestionBody>> {
  // Not there without a connection; then nothing else is either.
  const schema = await loadSchema().catch(() => null)
  if (!schema) return refused({}, "unreachable")
  const parsed = schema.suggestionBody.safeParse(input)
  return parsed.success
    ? { ok: true, body: parsed.data }
    : refused(fieldErrors(parsed.error.issues))
}

export const sendSuggestion = (payload: SuggestionBody): Promise<Answer<void>> =>
  call("/api/send-telegram-suggestion", { method: "POST", payload, read: () => undefined })
