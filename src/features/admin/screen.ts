/** One screen of the admin area: its list, its editor, and what follows from each. */
import type { Locale } from "../../i18n/locales.ts"
import { browserDrafts } from "./browser-drafts.ts"
import { createEditor } from "./editor.ts"
import { createListScreen } from "./list-screen.ts"
import { type EditableRow, type Resource, resourceCalls } from "./resource.ts"
import { say, sayError, sayFailure } from "./say.ts"

export function createScreen<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(
  resource: Resource<Listed, Full, Values>,
  { userId, locale }: { userId: string; locale: Locale },
) {
  const calls = resourceCalls(resource)
  const { name, readValues, isPublic, pathOf } = resource
  const drafts = browserDrafts({ name, userId, readValues })
  const screen = createListScreen(resource, { onGone: drafts.drop })

  /** What saving it is called, so that a second try's outcome takes the first one's place. */
  const saving = (isNew: boolean) => resource.saveFailed(isNew)

  const editor = createEditor<Listed, Full, Values>({
    resource,
    calls,
    drafts,
    blank: resource.blank(locale),
    find: calls.find,
    onSaved(before, saved) {
      screen.list.put(saved)
      say("success", resource.savedMessage(before, saved), saving(before === null))
      if (isPublic(saved) || (before && isPublic(before))) {
        screen.follow(saved.content_version, isPublic(saved) ? pathOf(saved) : null)
      }
    },
    onFailed: (failure, isNew) => sayError(saving(isNew), failure, saving(isNew)),
    onLateFailure: (failure) => sayFailure("admin:editor.notSaved", failure),
    onDraftKept: () =>
      say("success", {
        title: "admin:editor.draftKept.title",
        text: "admin:editor.draftKept.text",
      }),
  })

  return { ...screen, resource, editor, drafts }
}

export type AdminScreen<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> = ReturnType<typeof createScreen<Listed, Full, Values>>
