/** Where the member is signed in. */
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../call.ts"
import { createSignedInStore } from "../account/signed-in-store.ts"

const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.nullable(z.string()),
      method: z.enum(["password", "google"]),
      created_at: z.string(),
      last_seen_at: z.string(),
      is_current: z.boolean(),
    }),
  ),
})

export type Device = z.infer<typeof sessionsAnswer>["sessions"][number]

/** What is being ended: some devices by their ids. */
interface Ready {
  devices: Device[]
  ending: readonly string[]
}

const PATH = "/api/account/sessions"

const thisOneFirst = (json: unknown): Device[] =>
  sessionsAnswer.parse(json).sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))

const isEnded = (answer: Answer<unknown>) => answer.ok || answer.failure.code === "not_found"

export function createDevices() {
  const { $state, load, set } = createSignedInStore<Ready>(() =>
    call(PATH, { read: (json) => ({ devices: thisOneFirst(json), ending: [] }) }),
  )

  const change = (to: (ready: Ready) => Ready) => {
    const state = $state.get()
    if (state.status === "ready") set(to(state))
  }

  /** Ends these by one call; they are gone from the list, or this says why not. */
  async function endThem(ids: string[], path: string): Promise<Failure | null> {
    change(({ devices, ending }) => ({ devices, ending: [...ending, ...ids] }))
    const answer = await call(path, { method: "DELETE", read: () => undefined })
    const isGone = isEnded(answer)
    change(({ devices, ending }) => ({
      devices: isGone ? devices.filter(({ id }) => !ids.includes(id)) : devices,
      ending: ending.filter((id) => !ids.includes(id)),
    }))
    return answer.ok || isGone ? null : answer.failure
  }

  return {
    $devices: $state,
    load,
    end: (id: string) => endThem([id], `${PATH}/${id}`),
    endOthers(): Promise<Failure | null> {
      const state = $state.get()
      const others = state.status === "ready" ? state.devices.filter((one) => !one.is_current) : []
      return endThem(
        others.map(({ id }) => id),
        PATH,
      )
    },
  }
}

export const devices = createDevices()
