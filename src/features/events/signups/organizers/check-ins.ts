/** Taps at the door, stored on the phone until the server has them: halls have bad connections. */
import { atom } from "nanostores"
import { call } from "../../../../call.ts"
import { isRecord, parseJson } from "../../../../json.ts"
import { onLeft } from "../../../account/session/on-left.ts"

/** When somebody arrived, an ISO moment; null takes it back. */
type Arrivals = Record<string, string | null>

const STORED_UNDER = "daina:check-ins"

function stored(): Record<string, Arrivals> {
  try {
    const known = parseJson(localStorage.getItem(STORED_UNDER) ?? "")
    return isRecord(known) ? (known as Record<string, Arrivals>) : {}
  } catch {
    return {}
  }
}

/** What waits to be sent, by event and sign-up; also what an earlier visit left. */
export const $unsent = atom(stored())

function store(unsent: Record<string, Arrivals>): void {
  $unsent.set(unsent)
  try {
    localStorage.setItem(STORED_UNDER, JSON.stringify(unsent))
  } catch {
    // Without storage it is sent while the page is open.
  }
}

let isSending = false

/** Sends what waits, one after the other; what cannot be sent now stays. */
async function sendCheckIns(onSent: () => void): Promise<void> {
  if (isSending) return
  isSending = true
  let hasSent = false
  try {
    for (const [event, arrivals] of Object.entries($unsent.get())) {
      for (const [signup, arrived_at] of Object.entries(arrivals)) {
        const answer = await call(`/api/events/${event}/check-ins/${signup}`, {
          method: "PUT",
          payload: { arrived_at },
          read: () => undefined,
        })
        // What the server refuses for good is not tried for ever.
        if (!answer.ok && answer.failure.code !== "not_found") return
        hasSent = true
        const now = $unsent.get()
        const { [signup]: sent, ...rest } = now[event] ?? {}
        // Tapped once more while it was on its way.
        if (sent === arrived_at) store({ ...now, [event]: rest })
      }
    }
  } finally {
    isSending = false
    if (hasSent) onSent()
  }
}

/** Notes who is there, or that it was a mistake, and sends it as soon as that works. */
export function checkIn(event: string, signup: string, isThere: boolean, onSent: () => void): void {
  const unsent = $unsent.get()
  const arrived = isThere ? new Date().toISOString() : null
  store({ ...unsent, [event]: { ...unsent[event], [signup]: arrived } })
  void sendCheckIns(onSent)
}

const RETRY_MS = 15_000

/** Sends whatever waits, now and once the connection is back. Returns what ends it. */
export function startCheckIns(onSent: () => void): () => void {
  const send = () => void sendCheckIns(onSent)
  send()
  addEventListener("online", send)
  const timer = setInterval(send, RETRY_MS)
  const stop = onLeft(() => store({}))
  return () => {
    removeEventListener("online", send)
    clearInterval(timer)
    stop()
  }
}
