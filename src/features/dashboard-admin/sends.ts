/** What could not be sent, and having it sent again. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { canRetry, type Send, type SendCalls, type SendsAnswer, sendCalls } from "./send.ts"

export type Sends =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; answer: SendsAnswer }

/** What became of those that were asked for; one that waits may take longer than anybody looks on. */
export interface Outcome {
  sent: number
  failed: number
  waiting: number
  /** Why one of them was not sent. */
  reason: string | null
}

const POLL_MS = 1_000
/** A mail server that has not answered by then may take minutes. */
const WAIT_MS = 40_000

const isUnderWay = ({ state }: Send) => state === "due" || state === "sending"
const hasFailed = ({ state }: Send) => state === "failed" || state === "waiting"

function outcomeOf(sends: Send[]): Outcome {
  const failed = sends.filter(hasFailed)
  return {
    sent: sends.filter(({ state }) => state === "sent").length,
    failed: failed.length,
    waiting: sends.filter(isUnderWay).length,
    reason: failed.at(0)?.last_error ?? null,
  }
}

export function createSends(calls: SendCalls = sendCalls) {
  const $sends = atom<Sends>({ status: "loading" })
  /** The ids of those that were asked for and have not come out yet. */
  const $trying = atom<readonly string[]>([])
  /** The ids of those that failed once more after they were asked for. */
  const $failedAgain = atom<readonly string[]>([])
  let latest = 0
  let isStopped = false

  /** Reads all anew; what is shown stays when that fails. */
  async function read(): Promise<void> {
    latest += 1
    const mine = latest
    const answer = await calls.list()
    if (mine !== latest || isStopped) return
    if (answer.ok) $sends.set({ status: "ready", answer: answer.body })
    else if ($sends.get().status !== "ready") {
      $sends.set({ status: "failed", failure: answer.failure })
    }
  }

  function shown(ids: readonly string[]): Send[] {
    const state = $sends.get()
    return state.status === "ready" ? state.answer.sends.filter(({ id }) => ids.includes(id)) : []
  }

  async function comeOut(ids: readonly string[]): Promise<Outcome> {
    const until = Date.now() + WAIT_MS
    await read()
    while (shown(ids).some(isUnderWay) && Date.now() < until && !isStopped) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      await read()
    }
    const ended = shown(ids)
    const again = ended.filter(hasFailed).map(({ id }) => id)
    $failedAgain.set([...$failedAgain.get().filter((id) => !ids.includes(id)), ...again])
    return outcomeOf(ended)
  }

  /** Asks for these by `ask`, unless one of them is asked for already (null), and looks on. */
  async function tryAgain(
    ids: readonly string[],
    ask: () => Promise<Answer<undefined>>,
  ): Promise<Answer<Outcome> | null> {
    const trying = $trying.get()
    if (ids.length === 0 || ids.some((id) => trying.includes(id))) return null
    $trying.set([...trying, ...ids])
    const asked = await ask()
    let outcome: Answer<Outcome>
    if (asked.ok) outcome = { ...asked, body: await comeOut(ids) }
    else {
      outcome = asked
      // It may have come to the server all the same.
      await read()
    }
    $trying.set($trying.get().filter((id) => !ids.includes(id)))
    return outcome
  }

  return {
    $sends,
    $trying,
    $failedAgain,
    read,

    retry: (id: string) => tryAgain([id], () => calls.retry(id)),

    retryAll() {
      const state = $sends.get()
      if (state.status !== "ready") return Promise.resolve(null)
      const { answer } = state
      const ids = answer.sends.filter((send) => canRetry(send, answer)).map(({ id }) => id)
      return tryAgain(ids, calls.retryAll)
    },

    stop(): void {
      isStopped = true
    },
  }
}
