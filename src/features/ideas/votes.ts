/** Votes as the member wants them, before the server knows, and what became of them. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"

export interface Votes {
  count: number
  isVoted: boolean
}

export interface VoteAnswer {
  vote_count: number
  /** Whether the vote was there before. */
  already: boolean
}

export type VoteOutcome =
  | { wanted: boolean; failure: null; already: boolean }
  | { wanted: boolean; failure: Failure }

interface Steps {
  send: (id: string, wanted: boolean) => Promise<Answer<VoteAnswer>>
  onSettled: (outcome: VoteOutcome) => void
}

interface Counted {
  id: string
  vote_count: number
  user_voted: boolean
}

/** What the server said last, and what the member wants. */
interface Standing {
  said: Votes
  wanted: boolean
  isSending: boolean
  /** When it last changed here: an answer to an earlier question does not know of it. */
  changed: number
}

const shown = ({ said, wanted }: Standing): Votes => ({
  count: said.count + Number(wanted) - Number(said.isVoted),
  isVoted: wanted,
})

export function createVotes({ send, onSettled }: Steps) {
  const $votes = atom<Readonly<Record<string, Votes>>>({})
  const standings = new Map<string, Standing>()
  let clock = 0

  const publish = () =>
    $votes.set(Object.fromEntries([...standings].map(([id, standing]) => [id, shown(standing)])))

  /** Sends until the server has what is wanted, or refuses; meanwhile the member may think again. */
  async function settle(id: string, standing: Standing): Promise<void> {
    standing.isSending = true
    while (standing.wanted !== standing.said.isVoted) {
      const { wanted } = standing
      const answer = await send(id, wanted)
      if (answer.ok) {
        const { vote_count: count, already } = answer.body
        standing.said = { count, isVoted: wanted }
        onSettled({ wanted, failure: null, already })
      } else {
        standing.wanted = standing.said.isVoted
        onSettled({ wanted, failure: answer.failure })
      }
      clock += 1
      standing.changed = clock
      publish()
    }
    standing.isSending = false
  }

  return {
    $votes,
    /** A moment before asking, for {@link learn}. */
    now: () => clock,
    /** Takes over what the server said to a question asked at that moment. */
    learn(ideas: Counted[], asked = clock): void {
      for (const { id, vote_count: count, user_voted: isVoted } of ideas) {
        const known = standings.get(id)
        if (known && (known.isSending || known.changed > asked)) continue
        standings.set(id, {
          said: { count, isVoted },
          wanted: isVoted,
          isSending: false,
          changed: known?.changed ?? 0,
        })
      }
      publish()
    },
    /** Votes, or takes the vote back: shown at once, undone when it fails. */
    async toggle(id: string): Promise<void> {
      const standing = standings.get(id)
      if (!standing) return
      standing.wanted = !standing.wanted
      publish()
      if (!standing.isSending) await settle(id, standing)
    },
  }
}

export type VoteStore = ReturnType<typeof createVotes>
