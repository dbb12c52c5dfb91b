/** Stores of what belongs to the person who is signed in. */
import { atom, onMount, type WritableAtom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { $session, readSession } from "../session/session.ts"

export type Loadable<Ready extends object> =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | ({ status: "ready" } & Ready)

export interface SignedInStore<Ready extends object> {
  $state: WritableAtom<Loadable<Ready>>
  /** Loads anew; what is shown stays until then. Of two loads at once, the later counts. */
  load: () => Promise<void>
  /** Shows something else, which an answer that is on its way does not undo. */
  set: (ready: Ready) => void
}

/** Who is signed in, as far as is known. */
export function viewerId(): string | null {
  const session = $session.get()
  return session.status === "signed-in" ? session.user.id : null
}

/** While somebody watches, it is loaded for whoever is signed in: nothing of one person shows to the next. */
export function createSignedInStore<Ready extends object>(
  fetch: () => Promise<Answer<Ready>>,
): SignedInStore<Ready> {
  const $state = atom<Loadable<Ready>>({ status: "loading" })
  let latest = 0

  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    if ($state.get().status !== "ready") $state.set({ status: "loading" })
    const answer = await fetch()
    if (mine !== latest) return
    if (answer.ok) return $state.set({ status: "ready", ...answer.body })
    // What is shown is older now, but not wrong.
    if ($state.get().status !== "ready") $state.set({ status: "failed", failure: answer.failure })
    // Ended from another device: the page learns it now, not at the next tick.
    if (answer.failure.code === "sign_in_required") void readSession()
  }

  onMount($state, () => {
    let userId: string | null = null
    return $session.subscribe(() => {
      const nowId = viewerId()
      if (nowId === userId) return
      userId = nowId
      latest += 1
      $state.set({ status: "loading" })
      if (nowId) void load()
    })
  })

  return {
    $state,
    load,
    set(ready) {
      latest += 1
      $state.set({ status: "ready", ...ready })
    },
  }
}
