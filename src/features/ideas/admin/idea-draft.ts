/** Making an idea of a suggestion, which may be put into better words first. */
import * as z from "zod/mini"
import { call } from "../../../call.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { browserDrafts, type Drafts, startAutosave } from "../../admin/editor/drafts.ts"
import { $gate } from "../../admin/gate.ts"
import { type IdeaValues, ideaValues, newIdea, type Suggestion } from "./schema.ts"

const madeIdea = z.object({ idea_id: z.string() })

/** What the suggestion says, as an idea. */
export const ideaIn = ({ title, description, category }: Suggestion): IdeaValues => ({
  title,
  description,
  category,
  // It is made for people to vote on, and they see popular ones alone.
  is_popular: true,
  status: "open",
  reply: "",
  language: null,
})

/** What was begun of suggestions and is no idea yet, by whoever is here. */
export function ideaDrafts(): Drafts<IdeaValues> {
  const gate = $gate.get()
  const userId = gate.status === "granted" ? gate.user.id : ""
  return browserDrafts({ name: "making", userId, values: ideaValues })
}

/** Begins with what the suggestion says, or with the draft of it. The form's answer is the idea's id. */
export function startIdea(suggestion: Suggestion, drafts: Drafts<IdeaValues>) {
  const { id } = suggestion
  const saved = ideaIn(suggestion)
  const draft = drafts.find(id)
  const form = createForm<IdeaValues, object, string>(draft?.values ?? saved, {
    check: (values) => checked(newIdea, values),
    send: (payload) =>
      call(`/api/admin/suggestions/${id}/idea`, {
        method: "POST",
        payload,
        read: (json) => madeIdea.parse(json).idea_id,
      }),
  })
  const { $draft, flush, end } = startAutosave({
    drafts,
    $values: form.$values,
    isRestored: draft !== null,
    now: () => ({ id, saved, basedOn: null }),
  })
  return {
    form,
    $draft,
    /** When the draft was stored that it begins with. */
    restored: draft?.storedAt ?? null,
    flush,
    end,
    discard(): void {
      form.reset(saved)
      flush()
    },
    /** There is an idea of it now, or nothing to make one of. */
    finish(): void {
      end()
      drafts.drop(id)
    },
  }
}
