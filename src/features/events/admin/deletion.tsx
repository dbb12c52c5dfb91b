/** The deletion of an event in the admin area, which offers to cancel it where members have signed up. */
import { deletion } from "../../admin/list/actions.ts"
import type { Action } from "../../admin/list/resource.ts"
import { DeletionNotice } from "../DeletionNotice.tsx"
import type { ListedEvent } from "./schema.ts"

/** Returns the delete action. `cancel` is the action that it offers instead. */
export function eventDeletion(cancel: Action<ListedEvent>): Action<ListedEvent> {
  const action = deletion<ListedEvent>("events")
  if (!action.question) return action
  return {
    ...action,
    question: {
      ...action.question,
      // "Cancel" on this button could be read as canceling the event.
      cancel: "calendar:delete.cancel",
      Extra: ({ row, isBusy, instead }) => (
        <DeletionNotice event={row} isBusy={isBusy} onCancelEvent={() => instead(cancel)} />
      ),
    },
  }
}
