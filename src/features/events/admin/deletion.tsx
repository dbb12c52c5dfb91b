/** Deletion of an event in the admin area. If members have signed up, it offers to cancel the event instead. */
import { createDeletion } from "../../admin/list/actions.ts"
import type { Action } from "../../admin/list/resource.ts"
import { DeletionNotice } from "../DeletionNotice.tsx"
import type { ListedEvent } from "./schema.ts"

/** Returns the action that deletes an event. It offers the action `cancel` instead. */
export function createEventDeletion(cancel: Action<ListedEvent>): Action<ListedEvent> {
  const action = createDeletion<ListedEvent>("events")
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
