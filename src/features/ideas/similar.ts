/** Ideas that are like the title that is being typed. */
import { atom } from "nanostores"
import { type Answer, call } from "../../call.ts"
import { SIMILAR_MIN } from "./choices.ts"
import { readSimilarIdeas, type SimilarIdea } from "./idea.ts"

/** How long typing may pause before it is looked for, in milliseconds. */
const FOLLOW_AFTER_MS = 350

export const fetchSimilar = (title: string): Promise<Answer<SimilarIdea[]>> =>
  call(`/api/ideas/similar?${new URLSearchParams({ title })}`, { read: readSimilarIdeas })

export function createSimilar(fetchIdeas: typeof fetchSimilar, wait = FOLLOW_AFTER_MS) {
  const $similar = atom<readonly SimilarIdea[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let looked = ""
  /** Answers to older questions say nothing about this one. */
  let latest = 0

  async function look(title: string): Promise<void> {
    latest += 1
    const mine = latest
    const answer = await fetchIdeas(title)
    // Without an answer the form is as good as it was.
    if (mine === latest && answer.ok) $similar.set(answer.body)
    else if (mine === latest) looked = ""
  }

  return {
    $similar,
    /** Looks for ideas like it once typing pauses; at less than a word there are none. */
    follow(typed: string): void {
      const title = typed.trim()
      clearTimeout(timer)
      if (title === looked) return
      if (title.length < SIMILAR_MIN) {
        latest += 1
        looked = ""
        $similar.set([])
        return
      }
      timer = setTimeout(() => {
        looked = title
        void look(title)
      }, wait)
    },
  }
}
