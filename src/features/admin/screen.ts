/** One screen of the admin area: its list, its editor, its deletions, and what follows from each. */
import type { Locale } from "../../i18n/locales.ts"
import { createDeletion } from "./deletion.ts"
import { createDrafts } from "./drafts.ts"
import { createEditor } from "./editor.ts"
import { createList } from "./list.ts"
import { createPublishing } from "./publishing.ts"
import { type Resource, type Row, resourceCalls } from "./resource.ts"
import { say, sayFailure } from "./say.ts"

/** A storage of the browser's; null where it is forbidden. */
function storageOf(kind: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}

export function createScreen<Listed extends Row, Full extends Listed, Values extends object>(
  resource: Resource<Listed, Full, Values>,
  { userId, locale }: { userId: string; locale: Locale },
) {
  const calls = resourceCalls(resource)
  const { name, readValues, isPublic, pathOf } = resource
  const list = createList(calls.list)
  const publishing = createPublishing()
  const drafts = createDrafts({
    name,
    userId,
    shelf: storageOf("localStorage"),
    tab: storageOf("sessionStorage"),
    readValues,
  })

  const editor = createEditor<Listed, Full, Values>({
    resource,
    calls,
    drafts,
    blank: resource.blank(locale),
    find: calls.find,
    onSaved(before, saved) {
      list.put(saved)
      say("success", resource.savedMessage(before, saved))
      if (isPublic(saved) || (before && isPublic(before))) {
        publishing.follow(saved.content_version, isPublic(saved) ? pathOf(saved) : null)
      }
    },
    onLateFailure: (failure) => sayFailure("admin:editor.notSaved", failure),
    onDraftKept: () =>
      say("success", {
        title: "admin:editor.draftKept.title",
        text: "admin:editor.draftKept.text",
      }),
  })

  const deletion = createDeletion<Listed>({
    remove: calls.remove,
    onDeleted(row, version) {
      list.drop(row.id)
      drafts.drop(row.id)
      say("success", resource.deletedMessage)
      if (version !== null && isPublic(row)) publishing.follow(version, null)
    },
    onFailed: (failure) => sayFailure(resource.deleteFailed, failure),
  })

  return { resource, list, editor, deletion, publishing, drafts }
}

export type AdminScreen<
  Listed extends Row,
  Full extends Listed,
  Values extends object,
> = ReturnType<typeof createScreen<Listed, Full, Values>>
