import { createQuery } from "../../../islands/query.ts"
import { myEvents } from "./my-events-schema.ts"
import { createQuickAnswers } from "./quick-answers.ts"

export const $myEvents = createQuery(["/api/my-events"], myEvents, { requiresLogin: true })

/** Sends replies (going or not) to suggested events. A suggestion stays in its list, so that nothing moves. */
export const suggestionAnswers = createQuickAnswers({
  queries: [$myEvents],
  events: () => $myEvents.value?.data?.suggestions ?? [],
  onAnswered(suggestions) {
    const data = $myEvents.value?.data
    if (data) $myEvents.mutate({ ...data, suggestions })
  },
})
