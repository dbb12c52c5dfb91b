/** The way to the dialogs that change events, which are loaded once somebody opens one: most only look. */
import { atom } from "nanostores"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { onLeft } from "../../account/session/on-left.ts"
import type { CalendarEvent } from "../../events/schema.ts"
import { $ownTeams } from "../queries.ts"

type EditorModule = typeof import("./EventDialog.tsx")

export const $editor = atom<EditorModule | null>(null)

/** How often somebody has left: the dialog that one member wanted does not open for the next. */
let departures = 0

async function loadEditor(): Promise<EditorModule | null> {
  const before = departures
  const editor = $editor.get() ?? (await import("./EventDialog.tsx").catch(() => null))
  $editor.set(editor)
  if (before !== departures) return null
  if (!editor) showToast({ tone: "error", title: pageTranslate()(failureText("unreachable")) })
  return editor
}

/** Opens the form; a member of one team has it chosen already. */
export async function addEvent(day: string | null): Promise<void> {
  const teams = ($ownTeams.get() ?? []).filter(({ may_post_events }) => may_post_events)
  const [first = null] = teams
  const editor = await loadEditor()
  editor?.openEditor(null, teams.length === 1 ? first : null, day)
}

export async function editEvent(event: CalendarEvent): Promise<void> {
  const editor = await loadEditor()
  editor?.openEditor(event)
}

/** Opens the confirmation of a deletion. */
export async function deleteEvent(event: CalendarEvent): Promise<void> {
  const editor = await loadEditor()
  editor?.$toDelete.set(event)
}

/** Leaves nothing of what one member began to the next. Returns what ends it. */
export const startForgetting = (): (() => void) =>
  onLeft(() => {
    departures += 1
    $editor.get()?.closeEditor()
    $editor.get()?.$toDelete.set(null)
  })
