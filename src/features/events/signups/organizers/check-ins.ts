/** Sends check-ins. The phone stores them until the server has them, because event halls often have no connection. */
import { atom } from "nanostores"
import { onMemberLeft } from "../../../../session/on-member-left.ts"
import { $session } from "../../../../session/session.ts"
import { call, type Failure, type FailureCode } from "../../../../shared/call.ts"
import { withStorage } from "../../../../shared/storage.ts"
import type { ListedSignup } from "../schema.ts"

/** Times of arrival (ISO), by id of the sign-up. Null undoes a check-in. */
type Arrivals = Record<string, string | null>

interface Refusal {
  event: string
  signup: string
  /** Null if the attendee was checked in before the page was opened, because names are not stored. */
  name: string | null
  code: FailureCode
}

/** Matches keys of stored check-ins. Each check-in has its own key, so that tabs do not overwrite each other. */
const KEY_PATTERN = /^daina:check-in:([^:]*):(.*)$/s
const createKey = (event: string, signup: string) => `daina:check-in:${event}:${signup}`

/** Storage key for the id of the member who made the check-ins. A log-out also deletes this entry (`sign-out.ts`). */
const OWNER_KEY = "daina:check-in-owner"

/** Deletes the check-ins of another member, so that they are not sent in the current member's session. */
function dropCheckInsOfOthers(): void {
  const session = $session.get()
  if (session.status !== "signed-in") return
  // If the browser denies storage, there is nothing to delete: another member cannot have left check-ins.
  withStorage(() => {
    const ownerId = localStorage.getItem(OWNER_KEY)
    if (ownerId !== null && ownerId !== session.user.id) clearCheckIns()
    localStorage.setItem(OWNER_KEY, session.user.id)
  })
}

function readStored(): Record<string, Arrivals> {
  const unsent: Record<string, Arrivals> = {}
  // Without storage, check-ins are kept only while the page is open.
  withStorage(() => {
    for (const key of Object.keys(localStorage)) {
      const [, event, signup] = KEY_PATTERN.exec(key) ?? []
      if (event === undefined || signup === undefined) continue
      unsent[event] = { ...unsent[event], [signup]: localStorage.getItem(key) || null }
    }
  })
  return unsent
}

/** Check-ins to send, by event and sign-up, also from earlier visits and other tabs. */
export const $unsent = atom(readStored())

export const $refused = atom<readonly Refusal[]>([])

/** Names of attendees for messages about rejected check-ins, by id of the sign-up. Names are not stored. */
const attendeeNames = new Map<string, string | null>()

/** Changes a check-in in memory, or removes it if `arrival` is undefined. */
function setUnsent(event: string, signup: string, arrival: string | null | undefined): void {
  const { [signup]: _, ...others } = $unsent.get()[event] ?? {}
  $unsent.set({
    ...$unsent.get(),
    [event]: arrival === undefined ? others : { ...others, [signup]: arrival },
  })
}

/** Changes a check-in in memory and in the storage, or removes it if `arrival` is undefined. */
function storeArrival(event: string, signup: string, arrival: string | null | undefined): void {
  setUnsent(event, signup, arrival)
  const key = createKey(event, signup)
  withStorage(() =>
    arrival === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, arrival ?? ""),
  )
}

/** Returns whether the server would reject the same request again. Such a request is not repeated. */
const isPermanent = ({ status = 0 }: Failure) =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status)

let isSending = false

/** Sends check-ins one after the other. Stops at a temporary failure. */
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
        // If the check-in was changed during the request, in this tab or another, it is sent again.
        if ($unsent.get()[event]?.[signup] !== arrived_at) continue
        storeArrival(event, signup, undefined)
        if (result.ok) continue
        const { code } = result.failure
        $refused.set([
          ...$refused.get(),
          { event, signup, name: attendeeNames.get(signup) ?? null, code },
        ])
      }
    }
  } finally {
    isSending = false
    if (hasSent) onSent()
  }
}

/** Checks an attendee in, or undoes the check-in (`isThere` is false). `onSent` is called after a final response. */
export function checkIn(
  event: string,
  { id, name }: Pick<ListedSignup, "id" | "name">,
  isThere: boolean,
  onSent: () => void,
): void {
  dropCheckInsOfOthers()
  attendeeNames.set(id, name)
  $refused.set($refused.get().filter(({ signup }) => signup !== id))
  storeArrival(event, id, isThere ? new Date().toISOString() : null)
  void sendCheckIns(onSent)
}

/** Takes over a check-in that another tab has stored or sent. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  const [, event, signup] = KEY_PATTERN.exec(key ?? "") ?? []
  if (event === undefined || signup === undefined) return
  setUnsent(event, signup, newValue === null ? undefined : newValue || null)
}

function clearCheckIns(): void {
  for (const [event, arrivals] of Object.entries($unsent.get())) {
    for (const signup of Object.keys(arrivals)) storeArrival(event, signup, undefined)
  }
  $refused.set([])
  attendeeNames.clear()
  withStorage(() => localStorage.removeItem(OWNER_KEY))
}

const RETRY_INTERVAL_MS = 15_000

/** Sends stored check-ins now, every 15 seconds, and when the phone is online again. Returns a stop function. */
export function startCheckIns(onSent: () => void): () => void {
  const send = () => void sendCheckIns(onSent)
  dropCheckInsOfOthers()
  send()
  addEventListener("online", send)
  addEventListener("storage", followOtherTab)
  const timer = setInterval(send, RETRY_INTERVAL_MS)
  const stopClearing = onMemberLeft(clearCheckIns)
  return () => {
    removeEventListener("online", send)
    removeEventListener("storage", followOtherTab)
    clearInterval(timer)
    stopClearing()
  }
}
