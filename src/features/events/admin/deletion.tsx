import { createDeletion } from "../../admin/list/actions.ts"
import type { Action } from "../../admin/list/resource.ts"
import { DeletionNotice } from "../DeletionNotice.tsx"
import type { ListedEvent } from "./schema.ts"

/** Creates the action that deletes an event. If members have signed up, its dialog offers `cancellation` instead. */
export function createEventDeletion(cancellation: Action<ListedEvent>): Action<ListedEvent> {
  const action = createDeletion<ListedEvent>("events")
  return {
    ...action,
    question: {
      ...action.question,
      // This button closes the dialog. The label "Cancel" could be understood as canceling the event.
      cancelLabel: "calendar:delete.cancel",
      Extra: ({ row, isBusy, runInstead }) => (
        <DeletionNotice
          event={row}
          isBusy={isBusy}
          onCancelEvent={() => runInstead(cancellation)}
        />
      ),
    },
  }
}
