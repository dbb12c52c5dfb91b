/** Deletion of an event in the admin area. If members have signed up, it offers to cancel the event instead. */
import { deletion } from "../../admin/list/actions.ts"
import type { Action } from "../../admin/list/resource.ts"
import { DeletionNotice } from "../DeletionNotice.tsx"
import type { ListedEvent } from "./schema.ts"

/** Returns the action that deletes an event. It offers the action `cancel` instead. */
export function eventDeletion(cancel: Action<ListedEvent>): Action<ListedEvent> {
  const action = deletion<ListedEvent>("events")
  if (!action.question) return action
  return {
    ...action,
    question: {
      ...action.question,
      // "Cancel" on this button could be understood as canceling the event.
      cancel: "calendar:delete.cancel",
      Extra: ({ row, isBusy, instead }) => (
        <DeletionNotice event={row} isBusy={isBusy} onCancelEvent={() => instead(cancel)} />
      ),
    },
  }
}
