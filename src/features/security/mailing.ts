/** Asking for a mail: once at a time, and then what became of it. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"

export type Mailing =
  | { status: "idle" }
  | { status: "sending" }
  | { status: "sent" }
  | { status: "failed"; failure: Failure }

export function createMailing(send: () => Promise<Answer<unknown>>) {
  const $mailing = atom<Mailing>({ status: "idle" })
  return {
    $mailing,
    async ask(): Promise<void> {
      if ($mailing.get().status === "sending") return
      $mailing.set({ status: "sending" })
      const answer = await send()
      $mailing.set(answer.ok ? { status: "sent" } : { status: "failed", failure: answer.failure })
    },
  }
}
