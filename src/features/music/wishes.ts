/**
 * What a member wants, item by item, on its way to the server: shown at once, the latest wish wins, a
 * failed one is undone. One wish per item is under way at a time, in all tabs together.
 */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"

interface Wish<Value> {
  value: Value
  /** Which of two wishes is the later, in whichever tab; milliseconds. */
  at: number
  /** Uttered here: another tab's is that tab's to fulfil. */
  isMine: boolean
  /** Of the item, to be told. */
  name: string
}

/** What tabs tell each other. */
export interface WishNews<Value> {
  stage: "wished" | "settled"
  key: string
  value: Value
  at: number
}

export interface WishSteps<Value> {
  send: (key: string, value: Value) => Promise<Answer<unknown>>
  /** Runs the work when no other tab is at work on that item. */
  inTurn: (key: string, work: () => Promise<void>) => Promise<void>
  tellTabs: (news: WishNews<Value>) => void
  onSettled: (value: Value, name: string) => void
  onFailed: (failure: Failure) => void
  isOnline: () => boolean
  now: () => number
}

export function createWishes<Value extends string | boolean | null>(
  none: Value,
  { send, inTurn, tellTabs, onSettled, onFailed, isOnline, now }: WishSteps<Value>,
) {
  /** What the member sees; what is not in it is `none`. */
  const $shown = atom<ReadonlyMap<string, Value>>(new Map())
  /** As the server has it; unknown where nothing is said yet. */
  const stored = new Map<string, { value: Value }>()
  const wishes = new Map<string, Wish<Value>>()
  const running = new Set<string>()
  const underWay = new Map<string, Value>()
  /** Where an answer was lost: the server may or may not have done it. */
  const unsure = new Set<string>()
  /** The latest wish that was seen to, in whichever tab: news of earlier ones may come after it. */
  const settledAt = new Map<string, number>()
  /** What happened since the stored values were asked for is newer than the answer. */
  const changed = new Set<string>()
  let isKnown = false
  let latest = 0
  /** Another member's wishes are none of this one's. */
  let member = 0

  const storedOf = (key: string): Value => stored.get(key)?.value ?? none
  const wishOf = (key: string) => wishes.get(key)
  const shownOf = (key: string): Value => {
    const wish = wishOf(key)
    return wish ? wish.value : storedOf(key)
  }

  function show(...keys: string[]): void {
    const shown = new Map($shown.get())
    for (const key of keys) shown.set(key, shownOf(key))
    $shown.set(shown)
  }

  function settle(key: string, at: number): void {
    wishes.delete(key)
    changed.add(key)
    settledAt.set(key, at)
    tellTabs({ stage: "settled", key, value: storedOf(key), at })
    show(key)
  }

  async function sent(key: string, value: Value): Promise<Answer<unknown>> {
    const mayArrive = isOnline()
    underWay.set(key, value)
    const answer = await send(key, value)
    if (underWay.get(key) === value) underWay.delete(key)
    if (!answer.ok && answer.failure.code === "unreachable" && mayArrive) unsure.add(key)
    return answer
  }

  /** Until the server has what is wanted, or says no to it. */
  async function fulfil(key: string, mine: number): Promise<void> {
    let isSent = false
    for (;;) {
      const wish = wishOf(key)
      // A later one of another tab is seen to over there.
      if (!wish?.isMine) return
      const isStored = (isKnown || stored.has(key)) && storedOf(key) === wish.value
      if (isStored && !unsure.has(key)) {
        settle(key, wish.at)
        if (isSent) onSettled(wish.value, wish.name)
        return
      }
      const answer = await sent(key, wish.value)
      if (mine !== member) return
      isSent = true
      if (answer.ok) {
        stored.set(key, { value: wish.value })
        unsure.delete(key)
        // Also when another tab wants something else by now: it must know what that would change.
        tellTabs({ stage: "settled", key, value: wish.value, at: wish.at })
      } else if (wishOf(key) === wish) {
        settle(key, wish.at)
        return onFailed(answer.failure)
      }
    }
  }

  async function run(key: string): Promise<void> {
    if (running.has(key)) return
    running.add(key)
    const mine = member
    try {
      await inTurn(key, () => fulfil(key, mine))
    } finally {
      running.delete(key)
    }
    // Uttered while this one was being put away.
    if (wishOf(key)?.isMine) await run(key)
  }

  /** Shows it at once, and sees to it. */
  function want(key: string, value: Value, name: string): Promise<void> {
    latest = Math.max(now(), latest + 1)
    wishes.set(key, { value, at: latest, isMine: true, name })
    changed.add(key)
    tellTabs({ stage: "wished", key, value, at: latest })
    show(key)
    return run(key)
  }

  /** Another tab has told. */
  function hear({ stage, key, value, at }: WishNews<Value>): void {
    if (at < (settledAt.get(key) ?? 0)) return
    const wish = wishOf(key)
    changed.add(key)
    if (stage === "settled") {
      stored.set(key, { value })
      settledAt.set(key, at)
      unsure.delete(key)
    } else {
      unsure.add(key)
    }
    if (wish && wish.at > at) return
    latest = Math.max(latest, at)
    if (stage === "settled") wishes.delete(key)
    else wishes.set(key, { value, at, isMine: false, name: "" })
    show(key)
  }

  /** Begins to read what the server has; the answer is to be given to the function that this returns. */
  function reading(): (values: Iterable<[key: string, value: Value]>) => void {
    changed.clear()
    for (const key of wishes.keys()) changed.add(key)
    const mine = member
    return (values) => {
      if (mine !== member) return
      for (const key of [...stored.keys()]) if (!changed.has(key)) stored.delete(key)
      for (const [key, value] of values) if (!changed.has(key)) stored.set(key, { value })
      isKnown = true
      $shown.set(new Map())
      show(...stored.keys(), ...wishes.keys())
    }
  }

  /** Where an answer was lost, makes the server's as it is shown. */
  async function makeSure(): Promise<void> {
    const mine = member
    for (const key of [...unsure]) {
      if (!isKnown || wishOf(key)) continue
      await inTurn(key, async () => {
        if (mine !== member || wishOf(key)) return
        unsure.delete(key)
        await sent(key, storedOf(key))
      })
    }
  }

  /** Sends what waits for its turn, without waiting: the page is about to be left. */
  function hurry(): void {
    for (const [key, { value, isMine }] of wishes) {
      if (isMine && underWay.get(key) !== value) void send(key, value)
    }
  }

  /** Somebody else is here, or nobody. */
  function reset(): void {
    member += 1
    isKnown = false
    for (const part of [stored, wishes, underWay, unsure, settledAt, changed]) part.clear()
    $shown.set(new Map())
  }

  return { $shown, shownOf, want, hear, reading, makeSure, hurry, reset }
}

export type Wishes<Value extends string | boolean | null> = ReturnType<typeof createWishes<Value>>
