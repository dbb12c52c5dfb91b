/** The phone stores check-ins until the server has them, because halls often have no connection. */
import { atom } from "nanostores"
import { onMemberLeft } from "../../../../session/on-member-left.ts"
import { $session } from "../../../../session/session.ts"
import { call, type Failure, type FailureCode } from "../../../../shared/call.ts"
import { withStorage } from "../../../../shared/storage.ts"
import type { ListedSignup } from "../schema.ts"

/** Moments of arrival (ISO), by sign-up. Null undoes a check-in. */
type Arrivals = Record<string, string | null>

interface Refusal {
  event: string
  signup: string
  /** The name is unknown if the attendee was checked in before the page was opened. */
  name: string | null
  code: FailureCode
}

/** Each check-in has its own key, so that tabs do not overwrite each other. */
const KEY = /^daina:check-in:([^:]*):(.*)$/s
const createKey = (event: string, signup: string) => `daina:check-in:${event}:${signup}`

/** Id of the member who made the check-ins. A log-out also deletes this key (`sign-out.ts`). */
const OWNER = "daina:check-in-owner"

/** Another member's check-ins must not be sent for the current member. */
function dropCheckInsOfOthers(): void {
  const session = $session.get()
  if (session.status !== "signed-in") return
  // Without storage, another member cannot have left check-ins.
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

/** Check-ins to send, by event and sign-up, also from earlier visits and other tabs. */
export const $unsent = atom(readStored())

export const $refused = atom<readonly Refusal[]>([])

/** Names for messages. The phone does not store names. */
const names = new Map<string, string | null>()

function setUnsent(event: string, signup: string, arrival: string | null | undefined): void {
  const { [signup]: _, ...others } = $unsent.get()[event] ?? {}
  $unsent.set({
    ...$unsent.get(),
    [event]: arrival === undefined ? others : { ...others, [signup]: arrival },
  })
}

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

function followTab({ key, newValue }: StorageEvent): void {
  const [, event, signup] = KEY.exec(key ?? "") ?? []
  if (event === undefined || signup === undefined) return
  setUnsent(event, signup, newValue === null ? undefined : newValue || null)
}

function clear(): void {
  for (const [event, arrivals] of Object.entries($unsent.get())) {
    for (const signup of Object.keys(arrivals)) storeArrival(event, signup, undefined)
  }
  $refused.set([])
  names.clear()
  withStorage(() => localStorage.removeItem(OWNER))
}

const RETRY_MS = 15_000

/** Sends check-ins now, every 15 seconds, and when online again. Returns a stop function. */
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
