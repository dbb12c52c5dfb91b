/** Checks answers to the questions of organizers. Has no schemas, because every event page loads this file. */
import { getOwnValue } from "../../../shared/json.ts"
import { hasHiddenCharacters } from "../../../shared/plain-text.ts"
import type { FieldErrorCode, FieldErrors } from "../../../shared/problem.ts"
import type { SignupQuestion } from "../schema.ts"

/** Maximum length of an answer in characters. */
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

/**
 * Returns the errors of answers to an event's questions: `answers.<id>` for each question, and `answers` for the
 * first of them or for an unknown question. Questions with choices are required for "going". `answer_event()` in
 * db/functions/21_signups.sql makes the same checks.
 */
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

/** Returns the answers that still fit the event's questions, which may have changed since. */
export const validAnswers = (
  questions: SignupQuestion[],
  answers: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = getOwnValue(answers, question.id) ?? ""
      return answer && !answerError(question, answer, false) ? [[question.id, answer]] : []
    }),
  )
