/** Opens the dialogs of events, which are loaded on demand, because most members do not change events. */
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import type { CalendarEvent } from "../../events/schema.ts"

const loadDialogs = () => import("./EventDialog.tsx")

/** If `event` is null, the form creates an event. `day` (`2026-11-27`) is the preset day of a new event. */
export const openEditor = (event: CalendarEvent | null, day: string | null = null) =>
  void openDialog(async () => (await loadDialogs()).EventDialog, { event, day })

export const confirmDeletion = (event: CalendarEvent) =>
  void openDialog(async () => (await loadDialogs()).DeleteDialog, { event })
