/** Making an idea of a suggestion, which may be put into better words first. */
import { call } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { createForm } from "../../ui/form.ts"
import type { IdeaValues } from "./idea.ts"
import { checkIdea } from "./ideas.ts"
import type { Suggestion } from "./suggestions.ts"

function readIdeaId(json: unknown): string {
  const id = isRecord(json) ? json["idea_id"] : undefined
  if (typeof id !== "string") throw new Error("no idea in the answer")
  return id
}

/** What the suggestion says, as an idea. */
export const ideaIn = ({ title, description, category }: Suggestion): IdeaValues => ({
  title,
  description,
  category,
  is_popular: false,
  status: "open",
  reply: "",
})

/** The form whose answer is the new idea's id. */
export const makingForm = (suggestion: Suggestion) =>
  createForm<IdeaValues, object, string>(ideaIn(suggestion), {
    check: checkIdea,
    send: (body) =>
      call(`/api/admin/suggestions/${suggestion.id}/idea`, {
        method: "POST",
        payload: body,
        read: readIdeaId,
      }),
  })
