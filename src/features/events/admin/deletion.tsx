import { createDeletion } from "../../admin/list/actions.ts"
import type { Action } from "../../admin/list/resource.ts"
import { DeletionNotice } from "../DeletionNotice.tsx"
import type { ListedEvent } from "./schema.ts"

/** If members have signed up, the dialog offers `cancel` instead. */
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
