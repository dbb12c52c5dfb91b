/** Check-ins at the door. The phone stores them until the server has them, because halls often have no connection. */
import { atom } from "nanostores"
import { onMemberLeft } from "../../../../session/on-member-left.ts"
import { $session } from "../../../../session/session.ts"
import { call, type Failure, type FailureCode } from "../../../../shared/call.ts"
import { withStorage } from "../../../../shared/storage.ts"
import type { ListedSignup } from "../schema.ts"

/** Moments of arrival (ISO), by sign-up. Null undoes a check-in. */
type Arrivals = Record<string, string | null>

/** A check-in that the server rejected. */
interface Refusal {
  event: string
  signup: string
  /** Null if the name is unknown, for example if the attendee was checked in before the page was opened. */
  name: string | null
  code: FailureCode
}

/** Matches the storage key of a check-in. Each check-in has its own key, so that tabs do not overwrite each other. */
const KEY = /^daina:check-in:([^:]*):(.*)$/s
const createKey = (event: string, signup: string) => `daina:check-in:${event}:${signup}`

/** Storage key of the id of the member who made the check-ins. A log-out also deletes this key (`sign-out.ts`). */
const OWNER = "daina:check-in-owner"

/** Deletes check-ins that another member left on this device, so that they are not sent for the current member. */
function dropCheckInsOfOthers(): void {
  const session = $session.get()
  if (session.status !== "signed-in") return
  // Without storage, no check-ins of another member can exist.
  withStorage(() => {
    const former = localStorage.getItem(OWNER)
    if (former !== null && former !== session.user.id) clear()
    localStorage.setItem(OWNER, session.user.id)
  })
}

function readStored(): Record<string, Arrivals> {
  const unsent: Record<string, Arrivals> = {}
  // Without storage, check-ins are kept only while the page is open.
  withStorage(() => {
    for (const key of Object.keys(localStorage)) {
      const [, event, signup] = KEY.exec(key) ?? []
      if (event === undefined || signup === undefined) continue
      unsent[event] = { ...unsent[event], [signup]: localStorage.getItem(key) || null }
    }
  })
  return unsent
}

/** Check-ins to send, by event and sign-up. Check-ins of earlier visits and of other tabs are included. */
export const $unsent = atom(readStored())

/** Check-ins that were rejected since the page was opened. */
export const $refused = atom<readonly Refusal[]>([])

/** Names for messages about rejected check-ins. The phone does not store names. */
const names = new Map<string, string | null>()

/** Changes a check-in in `$unsent`. Undefined removes it. */
function setUnsent(event: string, signup: string, arrival: string | null | undefined): void {
  const { [signup]: _, ...others } = $unsent.get()[event] ?? {}
  $unsent.set({
    ...$unsent.get(),
    [event]: arrival === undefined ? others : { ...others, [signup]: arrival },
  })
}

/** Changes a check-in in `$unsent` and in the storage. Undefined removes it. */
function storeArrival(event: string, signup: string, arrival: string | null | undefined): void {
  setUnsent(event, signup, arrival)
  const key = createKey(event, signup)
  withStorage(() =>
    arrival === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, arrival ?? ""),
  )
}

/** Returns whether the server would reject the same request again. */
const isPermanent = ({ status = 0 }: Failure) =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status)

let isSending = false

/** Sends stored check-ins one after the other. Stops at a temporary failure. */
async function sendCheckIns(onSent: () => void): Promise<void> {
  if (isSending) return
  isSending = true
  let hasSent = false
  try {
    for (const [event, arrivals] of Object.entries($unsent.get())) {
      for (const signup of Object.keys(arrivals)) {
        const arrived_at = $unsent.get()[event]?.[signup]
        if (arrived_at === undefined) continue
        const result = await call(`/api/events/${event}/check-ins/${signup}`, {
          method: "PUT",
          payload: { arrived_at },
        })
        if (!result.ok && !isPermanent(result.failure)) return
        hasSent = true
        // The check-in was changed during the request, in this tab or another.
        if ($unsent.get()[event]?.[signup] !== arrived_at) continue
        storeArrival(event, signup, undefined)
        if (result.ok) continue
        const { code } = result.failure
        $refused.set([...$refused.get(), { event, signup, name: names.get(signup) ?? null, code }])
      }
    }
  } finally {
    isSending = false
    if (hasSent) onSent()
  }
}

/** Checks an attendee in, or undoes the check-in. The change is sent when the phone is online. */
export function checkIn(
  event: string,
  { id, name }: Pick<ListedSignup, "id" | "name">,
  isThere: boolean,
  onSent: () => void,
): void {
  dropCheckInsOfOthers()
  names.set(id, name)
  $refused.set($refused.get().filter(({ signup }) => signup !== id))
  storeArrival(event, id, isThere ? new Date().toISOString() : null)
  void sendCheckIns(onSent)
}

/** Applies a change that another tab has made. */
function followTab({ key, newValue }: StorageEvent): void {
  const [, event, signup] = KEY.exec(key ?? "") ?? []
  if (event === undefined || signup === undefined) return
  setUnsent(event, signup, newValue === null ? undefined : newValue || null)
}

/** Deletes all check-ins after a log-out. */
function clear(): void {
  for (const [event, arrivals] of Object.entries($unsent.get())) {
    for (const signup of Object.keys(arrivals)) storeArrival(event, signup, undefined)
  }
  $refused.set([])
  names.clear()
  withStorage(() => localStorage.removeItem(OWNER))
}

const RETRY_MS = 15_000

/** Sends stored check-ins now, every 15 seconds, and when online again. Returns a function that ends this. */
export function startCheckIns(onSent: () => void): () => void {
  const send = () => void sendCheckIns(onSent)
  dropCheckInsOfOthers()
  send()
  addEventListener("online", send)
  addEventListener("storage", followTab)
  const timer = setInterval(send, RETRY_MS)
  const stop = onMemberLeft(clear)
  return () => {
    removeEventListener("online", send)
    removeEventListener("storage", followTab)
    clearInterval(timer)
    stop()
  }
}
