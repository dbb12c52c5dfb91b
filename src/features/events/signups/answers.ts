/** Checks answers to the organizers' questions. Uses no schemas, which would make every event page larger. */
import { getOwnValue } from "../../../shared/json.ts"
import { hasHiddenCharacters } from "../../../shared/plain-text.ts"
import type { FieldErrorCode, FieldErrors } from "../../../shared/problem.ts"
import type { SignupQuestion } from "../schema.ts"

export const ANSWER_MAX = 200

/** Returns the error of an answer, or null. Questions with choices must be answered by members who are going. */
function getAnswerError(
  { choices }: SignupQuestion,
  answer: string,
  { isGoing }: { isGoing: boolean },
): FieldErrorCode | null {
  if (answer.length > ANSWER_MAX) return "too_long"
  if (hasHiddenCharacters(answer)) return "hidden_characters"
  if (choices.length === 0) return null
  if (answer === "") return isGoing ? "required" : null
  return choices.includes(answer) ? null : "invalid"
}

/**
 * Returns the errors by field: `answers.<id>` for each invalid answer, and `answers` if any answer is invalid or
 * belongs to no question. `answer_event()` in db/functions/21_signups.sql makes the same checks.
 */
export function checkAnswers(
  questions: SignupQuestion[],
  answers: Record<string, string>,
  options: { isGoing: boolean },
): FieldErrors {
  const errors: FieldErrors = {}
  for (const question of questions) {
    const error = getAnswerError(question, getOwnValue(answers, question.id) ?? "", options)
    if (!error) continue
    errors["answers"] ??= error
    errors[`answers.${question.id}`] = error
  }
  const isKnown = (id: string) => questions.some((question) => question.id === id)
  if (!Object.keys(answers).every(isKnown)) errors["answers"] ??= "invalid"
  return errors
}

/** Returns the answers that are still valid: organizers may have removed questions or changed their choices. */
export const keepValidAnswers = (
  questions: SignupQuestion[],
  answers: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = getOwnValue(answers, question.id) ?? ""
      return answer && !getAnswerError(question, answer, { isGoing: false })
        ? [[question.id, answer]]
        : []
    }),
  )
