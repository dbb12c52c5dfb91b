/** Every event page loads this file, so it uses no schemas. */
import { getOwnValue } from "../../../shared/json.ts"
import { hasHiddenCharacters } from "../../../shared/plain-text.ts"
import type { FieldErrorCode, FieldErrors } from "../../../shared/problem.ts"
import type { SignupQuestion } from "../schema.ts"

export const ANSWER_MAX = 200

function answerError(
  { choices }: SignupQuestion,
  answer: string,
  isGoing: boolean,
): FieldErrorCode | null {
  if (answer.length > ANSWER_MAX) return "too_long"
  if (hasHiddenCharacters(answer)) return "hidden_characters"
  if (choices.length === 0) return null
  if (answer === "") return isGoing ? "required" : null
  return choices.includes(answer) ? null : "invalid"
}

/** Returns `answers.<id>` for each invalid answer. `answer_event()` in db/functions/21_signups.sql checks the same. */
export function checkAnswers(
  questions: SignupQuestion[],
  answers: Record<string, string>,
  isGoing: boolean,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const question of questions) {
    const error = answerError(question, getOwnValue(answers, question.id) ?? "", isGoing)
    if (!error) continue
    errors["answers"] ??= error
    errors[`answers.${question.id}`] = error
  }
  const isKnown = (id: string) => questions.some((question) => question.id === id)
  if (!Object.keys(answers).every(isKnown)) errors["answers"] ??= "invalid"
  return errors
}

/** Returns the answers to questions that still exist. */
export const keepValidAnswers = (
  questions: SignupQuestion[],
  answers: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = getOwnValue(answers, question.id) ?? ""
      return answer && !answerError(question, answer, false) ? [[question.id, answer]] : []
    }),
  )
