/** The way to the event form, which is loaded once somebody has asked for it: most only look. */
import { atom } from "nanostores"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { onLeft } from "../session/on-left.ts"
import type { CalendarEvent } from "./api.ts"
import { $ownTeams, deletion } from "./page.ts"

type EditorModule = typeof import("./Editor.tsx")

export const $editor = atom<EditorModule | null>(null)

/** How often somebody has left: the form that one member asked for does not open for the next. */
let leavings = 0

async function loadEditor(): Promise<EditorModule | null> {
  const before = leavings
  const editor = $editor.get() ?? (await import("./Editor.tsx").catch(() => null))
  $editor.set(editor)
  if (before !== leavings) return null
  if (!editor) showToast({ tone: "error", title: pageTranslate()(failureText("unreachable")) })
  return editor
}

/** Opens the form; a member of one team has it chosen already. */
export async function addEvent(day: string | null): Promise<void> {
  const teams = ($ownTeams.get() ?? []).filter(({ mayPostEvents }) => mayPostEvents)
  const [first = null] = teams
  const editor = await loadEditor()
  editor?.editing.openNew(teams.length === 1 ? first : null, day)
}

export async function editEvent(event: CalendarEvent): Promise<void> {
  const editor = await loadEditor()
  editor?.editing.openEvent(event)
}

/** Leaves nothing of what one member typed or was asked to the next. Returns what ends it. */
export const startForgetting = (): (() => void) =>
  onLeft(() => {
    leavings += 1
    $editor.get()?.editing.forget()
    deletion.forget()
  })
