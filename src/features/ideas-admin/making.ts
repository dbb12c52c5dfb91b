/** Making an idea of a suggestion, which may be put into better words first. */
import { call } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { createForm } from "../../ui/form.ts"
import { browserDrafts } from "../admin/browser-drafts.ts"
import { startKeeping } from "../admin/draft-keeping.ts"
import type { Drafts } from "../admin/drafts.ts"
import { $gate } from "../admin/gate.ts"
import { type IdeaValues, readIdeaValues } from "./idea.ts"
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
  // It is made for people to vote on, and they see popular ones alone.
  is_popular: true,
  status: "open",
  reply: "",
})

/** What was begun of suggestions and is no idea yet, by whoever is here. */
export function makingDrafts(): Drafts<IdeaValues> {
  const gate = $gate.get()
  const userId = gate.status === "granted" ? gate.user.id : ""
  return browserDrafts({ name: "making", userId, readValues: readIdeaValues })
}

/** Begins with what the suggestion says, or with the draft of it. The form's answer is the idea's id. */
export function startMaking(suggestion: Suggestion, drafts: Drafts<IdeaValues>) {
  const { id } = suggestion
  const saved = ideaIn(suggestion)
  const draft = drafts.find(id)
  const form = createForm<IdeaValues, object, string>(draft?.values ?? saved, {
    check: checkIdea,
    send: (body) =>
      call(`/api/admin/suggestions/${id}/idea`, {
        method: "POST",
        payload: body,
        read: readIdeaId,
      }),
  })
  const { $draft, keepDraft, end } = startKeeping({
    drafts,
    $values: form.$values,
    isRestored: draft !== null,
    now: () => ({ id, saved, basedOn: null }),
  })
  return {
    form,
    $draft,
    /** When the draft was kept that it begins with. */
    restored: draft?.keptAt ?? null,
    keepDraft,
    end,
    discardDraft(): void {
      form.reset(saved)
      keepDraft()
    },
    /** There is an idea of it now, or nothing to make one of. */
    finish(): void {
      end()
      drafts.drop(id)
    },
  }
}
