import { createMutation } from "../../islands/mutation.ts"
import { createQuery } from "../../islands/query.ts"
import { call } from "../../shared/call.ts"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import { type Channel, type Preference, preference, preferences } from "./schema.ts"
import type { Topic } from "./topics.ts"

const PATH = "/api/notifications/preferences"

export const $preferences = createQuery([PATH], preferences, { requiresLogin: true })

export const getSwitchId = (topic: Topic, channel: Channel) => `${topic}/${channel}`

export const preferenceMutation = createMutation<boolean, Preference>({
  queries: [$preferences],
  send: (id, isOn) => {
    // `getSwitchId()` creates the id.
    const [topic, channel = ""] = id.split("/")
    return call(`${PATH}/${topic}`, {
      method: "PATCH",
      payload: { [channel]: isOn },
      read: preference,
      isKeptAlive: true,
    })
  },
  updateCaches: (_id, _isOn, savedPreference) => {
    const rows = $preferences.get().data?.preferences ?? []
    $preferences.mutate({
      preferences: rows.map((row) => (row.topic === savedPreference.topic ? savedPreference : row)),
    })
  },
  onSettled: (_change, result) => {
    if (!result.ok) showFailure(result.failure, "notifications:settings.saveFailed")
  },
})
